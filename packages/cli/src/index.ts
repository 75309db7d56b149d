/**
 * The `pawl` command as functions: configurations, the stacks they stand for, and the command itself.
 *
 * @packageDocumentation
 */
export type { ApprovalPolicy, LayerConfig, PawlConfig, ServeConfig, ServerConfig } from './config/config.js';
export { ConfigError } from './config/config-error.js';
export { type ConfigSource, parseConfig } from './config/parse-config.js';
export type { CliPorts } from './program/cli-ports.js';
export { type ExitCode, exitCodes } from './program/exit-codes.js';
export { runCli } from './program/run-cli.js';
export { systemPorts } from './program/system-ports.js';
export { type OpenStack, openStack } from './stack/open-stack.js';
export { type ShadowReport, shadow } from './stack/shadow.js';
