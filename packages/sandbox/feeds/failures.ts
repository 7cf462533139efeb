import { htmlPage, type Message } from "../server/reply.ts";

/** A feed that is no more: HTTP 410. */
export function feedGone(): Message {
  return htmlPage("<h1>Gone</h1><p>This feed has been retired.</p>", 410);
}

/** A feed behind a login: HTTP 401. */
export function feedPrivate(): Message {
  return { ...htmlPage("<h1>Log in</h1>", 401), headers: { "www-authenticate": 'Basic realm="members"' } };
}

/** HTTP 429; `retryAfter` in seconds, left out when null. */
export function feedRateLimited(retryAfter: number | null): Message {
  const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": String(retryAfter) };
  return htmlPage("<h1>Too many requests</h1>", 429, headers);
}

/** The page a gateway sends in place of a feed. */
export function feedUnavailable(status = 503): Message {
  return htmlPage(`<html><head><title>${status}</title></head><body>Try again later</body></html>`, status);
}
