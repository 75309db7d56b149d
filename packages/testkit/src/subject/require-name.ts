import { AdapterError } from './adapter-error.js';

/** @throws {AdapterError} where options are none, or have no name. */
export const requireName = (factory: string, options: unknown): void => {
  if (typeof options !== 'object' || options === null) {
    throw new AdapterError('bad-option', `${factory}: it takes an object of options, not ${typeof options}`);
  }
  const name: unknown = Reflect.get(options, 'name');
  if (typeof name !== 'string' || name === '') {
    throw new AdapterError('bad-option', `${factory}: give the subject a \`name\`, for messages and reports`);
  }
};
