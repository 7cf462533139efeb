import { htmlPage, type Message } from "../server/reply.ts";

/** Returns HTTP 410: the feed was removed. */
export function feedGone(): Message {
  return htmlPage("<h1>Gone</h1><p>This feed has been retired.</p>", 410);
}

/** Returns HTTP 401: the feed requires a login. */
export function feedPrivate(): Message {
  return { ...htmlPage("<h1>Log in</h1>", 401), headers: { "www-authenticate": 'Basic realm="members"' } };
}

/** Returns HTTP 429. `retryAfter` is in seconds; null omits the header. */
export function feedRateLimited(retryAfter: number | null): Message {
  const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": String(retryAfter) };
  return htmlPage("<h1>Too many requests</h1>", 429, headers);
}

/** Returns a gateway's error page instead of a feed. */
export function feedUnavailable(status = 503): Message {
  return htmlPage(`<html><head><title>${status}</title></head><body>Try again later</body></html>`, status);
}
