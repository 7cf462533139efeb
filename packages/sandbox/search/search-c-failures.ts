import { htmlPage, json, type Message } from "../server/reply.ts";
import { searchCAnswer, type UnresponsiveEngine } from "./search-c-answer.ts";

/** 403 with an HTML page: the instance does not offer `json` among its formats. */
export function searchCJsonOff(): Message {
  return htmlPage("<!doctype html>\n<html lang=en>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>\n", 403);
}

/** 429 of the instance's own limiter. */
export function searchCRateLimited(): Message {
  return htmlPage(
    "<!doctype html>\n<html lang=en>\n<title>429 Too Many Requests</title>\n<h1>Too Many Requests</h1>\n",
    429,
  );
}

/** 200 with no result and every engine named: a failure of the provider, not an empty answer. */
export function searchCAllEnginesDown(
  query: string,
  engines: readonly UnresponsiveEngine[] = defaultOutage,
): Message {
  return json(searchCAnswer({ query, unresponsiveEngines: engines }));
}

/** 200 with no result and no engine named: engines suspended after an outage are not mentioned any more. */
export function searchCSilentlyEmpty(query: string): Message {
  return json(searchCAnswer({ query }));
}

const defaultOutage: readonly UnresponsiveEngine[] = [
  ["engine one", "timeout"],
  ["engine two", "Suspended: CAPTCHA"],
];
