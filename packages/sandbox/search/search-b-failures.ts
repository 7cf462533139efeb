import { json, type Message } from "../server/reply.ts";

/** Any error of backend B: `{"detail": {"error": …}}`. */
export function searchBError(status: number, error: string): Message {
  return json({ detail: { error } }, status);
}

/** 400: a parameter it does not take. */
export function searchBInvalid(error: string): Message {
  return searchBError(400, error);
}

/** 401: no key, or a wrong one. */
export function searchBBadKey(): Message {
  return searchBError(401, "Unauthorized: missing or invalid API key.");
}

/** 429: too many requests in a short time. */
export function searchBRateLimited(): Message {
  return searchBError(
    429,
    "Your request has been blocked due to excessive requests. Please reduce the rate of requests.",
  );
}

/** 432: the plan's limit is used up. */
export function searchBPlanLimit(): Message {
  return searchBError(
    432,
    "This request exceeds your plan's set usage limit. Please upgrade your plan or contact support.",
  );
}

/** 433: the pay-as-you-go limit is used up. */
export function searchBPayAsYouGoLimit(): Message {
  return searchBError(433, "This request exceeds the pay-as-you-go limit.");
}

/** 500 in the provider's own shape. */
export function searchBServerError(): Message {
  return searchBError(500, "Internal Server Error");
}
