export type { RedactionOptions } from './options.js';
export { redactText } from './redact-text.js';
export { redaction } from './redaction.js';
export { personalRules } from './rules/personal.js';
export type { RedactionRule } from './rules/rule.js';
export { secretRules } from './rules/secrets.js';
