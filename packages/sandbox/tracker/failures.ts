import { htmlPage, json, type Message } from "../server/reply.ts";

/** One entry of a response's `errors`. */
export interface TrackerError {
  readonly message: string;
  readonly extensions: {
    /** In words: "invalid input". */
    readonly type: string;
    /** In capitals: "INPUT_ERROR". */
    readonly code: string;
    readonly statusCode: number;
    readonly userError?: boolean;
    readonly userPresentableMessage?: string;
  };
}

/** An operation that the tracker refuses, with the HTTP status of the response. */
export class RefusedOperation extends Error {
  readonly error: TrackerError;
  readonly status: number;

  constructor(error: TrackerError, status: number) {
    super(error.message);
    this.error = error;
    this.status = status;
  }
}

/** Returns a response with one error, with any status, with or without partial data. */
export function trackerFailure(
  error: { message: string; type?: string; code?: string; presentable?: string },
  { status = 200, data = null }: { status?: number; data?: unknown } = {},
): Message {
  const { message, type, code, presentable } = error;
  const extensions = { type, code, userPresentableMessage: presentable };
  return json({ errors: [{ message, extensions }], data }, status);
}

/** Returns HTTP 401 for a missing or unknown token. */
export function unauthenticated(): RefusedOperation {
  return refused("Authentication required, not authenticated", {
    type: "authentication error",
    code: "AUTHENTICATION_ERROR",
    statusCode: 401,
    presentable: "You need to authenticate to access this operation.",
  });
}

/** Returns HTTP 400 for a personal API key after "Bearer". */
export function wrongForm(): RefusedOperation {
  const message =
    "It looks like you're trying to use an API key as a Bearer token. Remove the Bearer prefix from the Authorization header.";
  return refused(message, { type: "invalid input", code: "INPUT_ERROR", statusCode: 400 });
}

/** Returns HTTP 403 for a token without the required scope. */
export function missingScope(scope: string): RefusedOperation {
  return refused(`Invalid scope: \`${scope}\` required`, {
    type: "forbidden",
    code: "FORBIDDEN",
    statusCode: 403,
  });
}

/** Returns HTTP 400: the document or its variables do not fit the schema. */
export function invalidDocument(message: string): RefusedOperation {
  return refused(message, { type: "graphql error", code: "GRAPHQL_VALIDATION_FAILED", statusCode: 400 });
}

/** Returns HTTP 200: the operation does not accept an argument. */
export function invalidArgument(
  presentable: string,
  message = "Argument Validation Error",
): RefusedOperation {
  const details = { type: "invalid input", code: "INPUT_ERROR", statusCode: 400, presentable };
  return refused(message, details, 200);
}

/** Returns HTTP 200: an ID does not exist. */
export function entityNotFound(entity: string): RefusedOperation {
  return invalidArgument(`Could not find referenced ${entity}.`, `Entity not found: ${entity}`);
}

/** Returns HTTP 200: the ID of a new issue is already taken. */
export function idTaken(id: string): RefusedOperation {
  return invalidArgument(`Entity Issue with id ${id} already exists.`, "conflict on insert of Issue");
}

/**
 * Returns the rate limit, with HTTP 400 by default. `resets` holds epoch milliseconds by used-up budget
 * ("requests", "complexity", …).
 */
export function trackerRateLimited(
  resets: Readonly<Record<string, number>> = {},
  { status = 400, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Message {
  const budgets = Object.entries(resets).flatMap(([budget, reset]) => [
    [`x-ratelimit-${budget}-remaining`, "0"],
    [`x-ratelimit-${budget}-reset`, String(reset)],
  ]);
  const extensions = { type: "ratelimited", code: "RATELIMITED", statusCode: 429, userError: true };
  const message = "Rate limit exceeded. Only 5000 requests are allowed per 1 hour.";
  return json({ errors: [{ message, extensions }] }, status, { ...Object.fromEntries(budgets), ...headers });
}

/** Returns a failure of the provider's infrastructure: an HTML page with a 5xx status instead of JSON. */
export function trackerUnavailable(status = 502): Message {
  return htmlPage(
    `<!DOCTYPE html><html><head><title>${status}</title></head><body>Bad gateway</body></html>`,
    status,
  );
}

/** Returns the response to a refused operation. */
export function refusalMessage({ error, status }: RefusedOperation): Message {
  return json({ errors: [error], data: null }, status);
}

function refused(
  message: string,
  details: { type: string; code: string; statusCode: number; presentable?: string },
  status = details.statusCode,
): RefusedOperation {
  const { presentable, ...rest } = details;
  const extensions = {
    ...rest,
    userError: true,
    ...(presentable === undefined ? {} : { userPresentableMessage: presentable }),
  };
  return new RefusedOperation({ message, extensions }, status);
}
