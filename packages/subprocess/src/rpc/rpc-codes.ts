/** Error codes of JSON-RPC 2.0 (section 5.1), and the two that tools use beside them. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  toolError: -32000,
  deadline: -32004,
  refused: -32007,
} as const;
