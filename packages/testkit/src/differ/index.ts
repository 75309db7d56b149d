export { differentCapabilities } from './different-capabilities.js';
export { differentDefinitions } from './different-definition.js';
export { differentJson } from './different-json.js';
export { differentPrincipals, type Principal } from './different-principal.js';
export { sweep } from './sweep.js';
export { textPairs } from './text-pairs.js';
