export { capabilitiesFor } from './capabilities-for.js';
export { DuplicateNameError } from './duplicate-name-error.js';
export { type Registry, registry } from './registry.js';
export type { NameConflict, RegistryOptions } from './registry-options.js';
export type { ClassifiedBy, RegistrySource, SourceInfo } from './registry-source.js';
export { isToolOrigin, type ToolOrigin, toolOrigins } from './tool-origin.js';
