export type {
  Message,
  Notification,
  Request,
  Response,
  RpcError,
} from './message.js';
export { readMessages } from './read-messages.js';
export { rpcCodes } from './rpc-codes.js';
