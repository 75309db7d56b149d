import type { TLocalizedValidationError } from 'typebox/error';
import { childPointer } from './pointer.js';

const at = (pointer: string): string => (pointer === '' ? 'the value' : pointer);

const sentences = (error: TLocalizedValidationError): readonly string[] => {
  const { instancePath } = error;
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => `${childPointer(instancePath, name)} is missing`);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => `${childPointer(instancePath, name)} is not allowed`);
    case 'boolean':
      return [`${at(instancePath)} is not allowed`];
    case 'const':
      return [`${at(instancePath)} must be ${JSON.stringify(error.params.allowedValue)}`];
    case 'enum':
      return [`${at(instancePath)} must be one of ${JSON.stringify(error.params.allowedValues)}`];
    default:
      return [`${at(instancePath)} ${error.message}`];
  }
};

/** What is wrong with a value, a sentence each, with JSON Pointers (RFC 6901) into the value. Never the value itself. */
export const problemSentences = (errors: readonly TLocalizedValidationError[]): readonly string[] => [
  ...new Set(errors.flatMap(sentences)),
];
