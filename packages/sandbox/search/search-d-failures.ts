import { htmlPage, type Message } from "../server/reply.ts";

/**
 * Returns the block page: a puzzle instead of results, with status 202 or 200. It is a temporary failure and
 * does not mean "no results".
 */
export function searchDBlockPage(status: 202 | 200 = 202): Message {
  return htmlPage(
    `<!DOCTYPE html>
<html><head><title>DuckDuckGo</title></head>
<body class="body--html">
<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&amp;cc=botnet" method="POST">
  <div class="anomaly-modal__mask"><div class="anomaly-modal__modal" data-testid="anomaly-modal">
    <div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>
    <div class="anomaly-modal__description">Please complete the following challenge.</div>
    <div class="anomaly-modal__puzzle"></div>
  </div></div>
</form>
</body></html>
`,
    status,
  );
}

/** Returns 200 with a page of another structure, as if the markup had changed. */
export function searchDUnknownMarkup(): Message {
  return htmlPage(
    "<!DOCTYPE html><html><head><title>Search</title></head><body><main>Welcome</main></body></html>",
  );
}
