/** Whether a text holds half of a surrogate pair, which no file name can hold. */
export const hasHalfSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);
