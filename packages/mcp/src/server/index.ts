export { type McpServing, type ServedAddress, serveMcp } from './serve-mcp.js';
export type {
  HttpServing,
  ServedApprovalScope,
  ServedContext,
  ServeMcpOptions,
  ServeWarning,
  StdioServing,
  TransportServing,
} from './serve-options.js';
