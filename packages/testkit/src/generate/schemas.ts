import type { JsonObject } from '@pawl/core';

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

/** Read from text, because `__proto__` in a literal is no member. */
const read = (text: string): JsonObject => frozen(JSON.parse(text) as JsonObject); // each of them is an object

/** Schemas of arguments with what is easily lost on the way: `null`, `__proto__`, what is required, keywords that nobody knows. */
export const schemas: readonly JsonObject[] = [
  read('{"type":"object"}'),
  read(
    '{"type":"object","properties":{"path":{"type":["string","null"],"default":null},"mode":{"enum":["r","w",null]}},"required":["path"]}',
  ),
  read(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer","minimum":0,"maximum":9}},"required":["__proto__","constructor"],"additionalProperties":false}',
  ),
  read(
    '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"id":{"type":"string","pattern":"^[a-z]+$","format":"uri","maxLength":40}},"properties":{"id":{"$ref":"#/$defs/id"},"list":{"type":"array","items":{"const":null},"maxItems":3}},"required":["id"],"x-vendor":{"kept":[null,0,""]}}',
  ),
  read(
    '{"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"type":"boolean"},"b":{"type":["number","null"],"examples":[null]}},"dependentRequired":{"a":["b"]},"unevaluatedProperties":false}',
  ),
];
