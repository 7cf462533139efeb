import { htmlPage, json, type Message } from "../server/reply.ts";
import { searchCAnswer, type UnresponsiveEngine } from "./search-c-answer.ts";

/** Returns 403 with an HTML page: the instance does not offer the format `json`. */
export function searchCJsonOff(): Message {
  return htmlPage("<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n", 403);
}

/** Returns 429 from the instance's own rate limiter. */
export function searchCRateLimited(): Message {
  return htmlPage(
    "<!doctype html>\n<html lang=en>\n<title>429 Too Many Requests</title>\n<h1>Too Many Requests</h1>\n",
    429,
  );
}

/**
 * Returns 200 without results and with every engine listed as failed: a failure of the provider and not an
 * empty result.
 */
export function searchCAllEnginesDown(
  query: string,
  engines: readonly UnresponsiveEngine[] = defaultOutage,
): Message {
  return json(searchCAnswer({ query, unresponsiveEngines: engines }));
}

/**
 * Returns 200 without results and without failed engines, because engines suspended after an outage are no
 * longer listed.
 */
export function searchCSilentlyEmpty(query: string): Message {
  return json(searchCAnswer({ query }));
}

const defaultOutage: readonly UnresponsiveEngine[] = [
  ["engine one", "timeout"],
  ["engine two", "Suspended: CAPTCHA"],
];
