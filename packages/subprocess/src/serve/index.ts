/**
 * The other end of the pipe: what a program needs to be a tool.
 *
 * @packageDocumentation
 */
export { type ServeOptions, serveTools } from './serve-tools.js';
export type { ServedCall, ServedTool, ServedTools } from './served-tool.js';
