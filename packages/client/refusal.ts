import { readResponseText } from "./answer.ts";
import { PlumblineError } from "./plumbline-error.ts";
import type { Schemas } from "./schemas.ts";

/** Reads an error response (RFC 9457 problem details) and returns it as an error. */
export async function readRefusal(response: Response, signal?: AbortSignal): Promise<PlumblineError> {
  const { status, headers } = response;
  const problem = parseProblem(await readResponseText(response, signal));
  const requestId = headers.get("x-request-id") ?? undefined;
  if (!problem) {
    const message = `The service responded with ${status} and a body that is not a problem description.`;
    return new PlumblineError(message, status, { requestId });
  }
  return new PlumblineError(problem.detail, status, {
    code: problem.error_code,
    issues: problem.errors,
    retryAfterSeconds: parseSeconds(headers.get("retry-after")),
    requestId,
  });
}

type Problem = Pick<Schemas["Problem"], "detail" | "error_code" | "errors">;

function parseProblem(text: string): Problem | undefined {
  try {
    const problem: Partial<Problem> | null = JSON.parse(text);
    const { detail, error_code, errors = [] } = problem ?? {};
    if (typeof detail !== "string" || typeof error_code !== "string") return undefined;
    return { detail, error_code, errors: Array.isArray(errors) ? errors : [] };
  } catch {
    return undefined;
  }
}

/**
 * Returns the seconds in a Retry-After header. The service sends whole seconds; other formats, which a
 * gateway may send, are ignored.
 */
function parseSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}
