import type { JsonObject, JsonValue } from '@pawl/core';
import * as fc from 'fast-check';
import { Check, Meta } from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.js';
import { jsonSchemaValidator } from './json-schema-validator.js';
import { keywords } from './keywords.js';
import { SchemaError } from './schema-error.js';

const errorOf = (schema: unknown): SchemaError => {
  try {
    compileSchema(schema as JsonObject, { of: 'the input of "t"' });
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(schema)} was taken`);
};

describe('compileSchema: malformed schemas', () => {
  it.each<readonly [unknown, string, RegExp]>([
    [{ type: 'strin' }, '/type', /must be one of string, number/u],
    [{ type: [] }, '/type', /must be one of/u],
    [{ properties: 5 }, '/properties', /object of schemas/u],
    [{ properties: { 'a/b': { type: 5 } } }, '/properties/a~1b/type', /must be one of/u],
    [{ properties: { a: null } }, '/properties/a', /must be a schema/u],
    [{ required: 'a' }, '/required', /list of member names/u],
    [{ properties: { a: { required: true } } }, '/properties/a/required', /list of member names/u],
    [{ items: 7 }, '/items', /must be a schema/u],
    [{ items: [] }, '/items', /not empty/u],
    [{ anyOf: {} }, '/anyOf', /list of schemas/u],
    [{ allOf: [] }, '/allOf', /not empty/u],
    [{ oneOf: [{ minimum: 'x' }] }, '/oneOf/0/minimum', /must be a number/u],
    [{ enum: 'a' }, '/enum', /must be a list/u],
    [{ exclusiveMinimum: true, minimum: 1 }, '/exclusiveMinimum', /must be a number/u],
    [{ maxLength: -1 }, '/maxLength', /whole number/u],
    [{ multipleOf: 0 }, '/multipleOf', /above 0/u],
    [{ uniqueItems: 'yes' }, '/uniqueItems', /true or false/u],
    [{ pattern: '(' }, '/pattern', /regular expression/u],
    [{ pattern: 5 }, '/pattern', /regular expression/u],
    [{ patternProperties: { '[': {} } }, '/patternProperties/[', /regular expression/u],
    [{ dependentRequired: { a: 'b' } }, '/dependentRequired', /lists of names/u],
    [{ dependencies: { a: 5 } }, '/dependencies/a', /must be a schema/u],
    [{ $ref: 5 }, '/$ref', /reference in a string/u],
    [{ $ref: '#/$defs/nope' }, '/$ref', /not in it/u],
    [{ $ref: '#nope' }, '/$ref', /not in it/u],
    [{ $ref: '#/x/y', x: { y: { type: 'no' } } }, '/x/y/type', /must be one of/u],
    [null, '', /not null/u],
    ['text', '', /not string/u],
    [[], '', /is an object/u],
  ])('%j', (schema, pointer, words) => {
    const error = errorOf(schema);
    expect(error.code).toBe('malformed-schema');
    expect(error.pointer).toBe(pointer);
    expect(error.message).toMatch(words);
    expect(error.message).toContain('the input of "t"');
  });

  it('says that another document is not fetched', () => {
    const error = errorOf({ properties: { a: { $ref: 'https://example.org/address.json' } } });
    expect(error.code).toBe('unsupported-schema');
    expect(error.message).toMatch(/nothing is fetched/u);
  });

  it('refuses whatever no meta-schema of any draft takes', () => {
    const value = fc.oneof(
      fc.constantFrom<JsonValue>('string', 'x', '(', '#', 0, -1, 1.5, true, null),
      fc.constantFrom<JsonValue>([], {}, ['a'], [5], [{}], { a: {} }, { a: ['b'] }, { a: 5 }, { type: 'no' }),
    );
    // References are the one thing that a meta-schema cannot look at.
    const own = [...keywords.keys()].filter((keyword) => !keyword.startsWith('$'));
    const schema = fc.dictionary(fc.constantFrom(...own), value, { maxKeys: 3, noNullPrototype: true });
    const drafts = Object.entries(Meta).filter(([name]) => !name.includes('draft-03'));
    const nested = fc.tuple(schema, fc.boolean()).map(([inner, deep]) => (deep ? { properties: { p: inner } } : inner));
    fc.assert(
      fc.property(nested, (candidate) => {
        if (drafts.some(([, meta]) => Check(meta['~unsafe'] ?? meta, candidate))) return;
        expect(errorOf(candidate).code).toBe('malformed-schema');
      }),
      { numRuns: 300 },
    );
  });
});

describe('compileSchema: lenient otherwise', () => {
  it.each<JsonObject>([
    {},
    { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }], additionalItems: false },
    { $schema: 'https://example.org/my-own-draft', type: 'object' },
    { 'x-vendor': { type: 'nonsense' }, nullable: true, example: 5, title: 7 },
    { type: 'string', format: 'made-up' },
    { dependencies: { a: ['b'], c: { required: ['d'] } } },
    { definitions: { a: { type: 'string' } }, $ref: '#/definitions/a' },
    { $defs: { a: { $anchor: 'here', type: 'string' } }, $ref: '#here' },
    { $id: 'https://example.org/a', $defs: { b: { $id: 'b', type: 'string' } }, $ref: 'b' },
    { $defs: { b: { $id: 'https://example.org/b', $defs: { c: {} }, $ref: '#/$defs/c' } } },
    { components: { 'a b': { type: 'string' } }, $ref: '#/components/a%20b' },
    { type: 'object', properties: { next: { $ref: '#' } } },
    { const: { type: 'no' }, enum: [{ $ref: 5 }], default: { type: 'no' } },
    { required: ['a', 'a'] },
  ])('takes %j', (schema) => {
    expect(compileSchema(schema)('text')).toBeInstanceOf(Array);
  });

  it('takes member names of Object.prototype as ordinary names', () => {
    const check = compileSchema(
      JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["toString"]}',
      ),
    );
    expect(check({})).toEqual(['/toString is missing']);
    expect(check(JSON.parse('{"toString":1,"__proto__":5,"constructor":"x"}'))).toHaveLength(2);
    expect(check(JSON.parse('{"toString":1,"__proto__":"a","constructor":1}'))).toEqual([]);
    const nested = compileSchema({ items: { properties: { valueOf: { type: 'string' } }, const: { a: [1] } } });
    expect(nested([{ a: [1] }])).toEqual([]);
    expect(nested([{ a: [1], valueOf: 5 }])).not.toEqual([]);
  });
});

describe('compileSchema: problems', () => {
  const check = compileSchema({
    type: 'object',
    properties: { a: { type: 'string' }, 'b/c': { type: 'array', items: { enum: [1, 2] } }, d: { const: 'x' } },
    required: ['a', 'b/c'],
    additionalProperties: false,
  });

  it('are none where all is well', () => {
    expect(check({ a: '', 'b/c': [1] })).toEqual([]);
  });

  it('are sentences with JSON Pointers', () => {
    expect(check({})).toEqual(['/a is missing', '/b~1c is missing']);
    expect(check({ a: 1, 'b/c': [1, 3], d: 'y', e: 0 })).toEqual(
      expect.arrayContaining([
        '/a must be string',
        '/b~1c/1 must be one of [1,2]',
        '/d must be "x"',
        '/e is not allowed',
      ]),
    );
    expect(check('text')).toEqual(['the value must be object']);
  });

  it('never hold the value', () => {
    for (const schema of [
      { maxLength: 3 },
      { pattern: '^a$' },
      { format: 'email' },
      { not: {} },
      { type: 'number' },
      { const: 1 },
    ]) {
      expect(compileSchema(schema)('hunter2').join()).not.toContain('hunter2');
    }
  });

  it('come, rather than an overflow, where a schema refers to itself without end', () => {
    expect(compileSchema({ $ref: '#' })(1)).toEqual([expect.stringMatching(/without end/u)]);
    expect(compileSchema({ properties: { a: { allOf: [{ $ref: '#/properties/a' }] } } })({ a: 1 })).toHaveLength(1);
  });
});

describe('jsonSchemaValidator', () => {
  it('compiles a schema object once', () => {
    let reads = 0;
    const schema = {
      get type() {
        reads++;
        return 'string';
      },
    };
    const validate = jsonSchemaValidator();
    expect(validate(schema, 'a')).toEqual([]);
    const once = reads;
    expect(validate(schema, 5)).not.toEqual([]);
    expect(validate({ type: 'string' }, 5)).toEqual(['the value must be string']);
    // Saying what is wrong reads the schema; checking does not.
    const after = reads;
    validate(schema, 'b');
    expect(reads).toBe(after);
    expect(once).toBeGreaterThan(0);
  });

  it('lets nothing pass a schema that means nothing', () => {
    const validate = jsonSchemaValidator();
    for (const schema of [{ type: 'strin' }, null, 5, { $ref: 'https://example.org/x' }]) {
      expect(validate(schema as JsonObject, 'a')).toEqual([expect.stringContaining('cannot be checked')]);
    }
  });
});
