import { readFileSync } from 'node:fs';

/** What of JSON Schema the configuration's own schema uses. */
export interface ConfigSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, ConfigSchema>>;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  readonly additionalProperties?: false | ConfigSchema;
  readonly items?: ConfigSchema;
  readonly oneOf?: readonly { readonly required: readonly string[] }[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

let loaded: ConfigSchema | undefined;

/** The schema that is shipped with the package: the one truth of what a configuration may hold. */
export const configSchema = (): ConfigSchema => {
  const file = new URL('../../schema/pawl.schema.json', import.meta.url);
  loaded ??= JSON.parse(readFileSync(file, 'utf8')) as ConfigSchema; // a test holds the file to this type's keywords
  return loaded;
};
