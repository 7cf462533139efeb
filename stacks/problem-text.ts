import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";

export interface Problem {
  status: number;
  title: string;
  code: ServiceErrorCode;
  /** A sentence a person can act on. */
  detail: string;
}

/**
 * A refusal as the service writes its own (packages/http/problems.ts), for those that never reach it; a test
 * compares the two.
 */
export function problemText({ status, title, code, detail }: Problem): string {
  return JSON.stringify({ type: `urn:plumbline:problem:${code}`, title, status, detail, error_code: code });
}
