import { json, type Message } from "../server/reply.ts";

/** Returns any error of the endpoint: `{"error": {message, type, param, code}}`. */
export function modelError(
  status: number,
  type: string,
  code: string | null,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Message {
  return json({ error: { message, type, param: null, code } }, status, headers);
}

/** Returns 400: the request is not acceptable. */
export function modelInvalid(message: string): Message {
  return modelError(400, "invalid_request_error", null, message);
}

/** Returns 401, which quotes a part of the key, as the provider does. */
export function modelBadKey(key: string): Message {
  return modelError(
    401,
    "invalid_request_error",
    "invalid_api_key",
    `Incorrect API key provided: ${key}. You can find your API key on your account page.`,
  );
}

/** Returns 404: there is no such model. */
export function modelUnknown(model: string): Message {
  return modelError(
    404,
    "invalid_request_error",
    "model_not_found",
    `The model \`${model}\` does not exist or you do not have access to it.`,
  );
}

/** Returns 429 with the seconds to wait. */
export function modelRateLimited(retryAfterSeconds: number): Message {
  return modelError(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests.", {
    "retry-after": String(retryAfterSeconds),
  });
}

/** Returns 429 for a used-up quota, for which waiting does not help. */
export function modelQuotaUsedUp(): Message {
  return modelError(
    429,
    "insufficient_quota",
    "insufficient_quota",
    "You exceeded your current quota, please check your plan and billing details.",
  );
}

/** Returns 503 in the provider's own format. */
export function modelOverloaded(): Message {
  return modelError(503, "server_error", null, "The engine is currently overloaded, please try again later.");
}
