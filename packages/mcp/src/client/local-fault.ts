import type { ToolFailureCode } from '@pawl/core';

/**
 * Why a request will never be answered, as `data` of an error response that a transport makes up: the official client
 * settles requests by responses only, so this is how a transport fails one request and keeps the others.
 */
export class LocalFault {
  readonly code: ToolFailureCode;
  readonly message: string;

  constructor(code: ToolFailureCode, message: string) {
    this.code = code;
    this.message = message;
  }
}
