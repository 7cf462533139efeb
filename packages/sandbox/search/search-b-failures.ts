import { json, type Message } from "../server/reply.ts";

/** Returns any error of backend B: `{"detail": {"error": …}}`. */
export function searchBError(status: number, error: string): Message {
  return json({ detail: { error } }, status);
}

/** Returns 400 for an invalid parameter. */
export function searchBInvalid(error: string): Message {
  return searchBError(400, error);
}

/** Returns 401 for a missing or wrong key. */
export function searchBBadKey(): Message {
  return searchBError(401, "Unauthorized: missing or invalid API key.");
}

/** Returns 429 for too many requests in a short time. */
export function searchBRateLimited(): Message {
  return searchBError(
    429,
    "Your request has been blocked due to excessive requests. Please reduce the rate of requests.",
  );
}

/** Returns 432: the plan's limit is used up. */
export function searchBPlanLimit(): Message {
  return searchBError(
    432,
    "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support.",
  );
}

/** Returns 433: the pay-as-you-go limit is used up. */
export function searchBPayAsYouGoLimit(): Message {
  return searchBError(433, "This request exceeds the pay-as-you-go limit.");
}

/** Returns 500 in the provider's own format. */
export function searchBServerError(): Message {
  return searchBError(500, "Internal Server Error");
}
