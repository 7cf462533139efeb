import type { ServiceErrorCode } from "@plumbline/core/errors/service-error.ts";

export interface Problem {
  status: number;
  title: string;
  code: ServiceErrorCode;
  /** A sentence that a person can act on. */
  detail: string;
}

/**
 * Returns a refusal in the service's format (packages/http/problems.ts), for requests that never reach the
 * service. A test compares the two.
 */
export function problemText({ status, title, code, detail }: Problem): string {
  return JSON.stringify({ type: `urn:plumbline:problem:${code}`, title, status, detail, error_code: code });
}
