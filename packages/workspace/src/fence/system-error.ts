/** Whether an error is the system's, with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === code;
