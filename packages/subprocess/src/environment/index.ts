export { type Environment, minimalEnvironment } from './minimal-environment.js';
