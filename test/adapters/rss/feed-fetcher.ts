import { type FeedResponse, type FeedValidators, fetchFeed } from "@plumbline/adapters/rss/fetch-feed.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import type { ActionRequest } from "@plumbline/core/tool/tool.ts";
import { bodyOf, type Message } from "@plumbline/sandbox/server/reply.ts";

/**
 * `fetchFeed` over a client that answers from memory, for what a loopback server cannot show; and all it was
 * asked.
 */
export function feedFetcher(answer: (request: ActionRequest) => Message): {
  asked: ActionRequest[];
  fetchFrom(url: string, validators?: FeedValidators): Promise<FeedResponse>;
} {
  const asked: ActionRequest[] = [];
  const http = {
    async send(request: ActionRequest) {
      asked.push(request);
      const message = answer(request);
      return new HttpResponse(message.status ?? 200, message.headers ?? {}, bodyOf(message), false);
    },
  };
  const context = { http, clock: new ManualClock() };
  return {
    asked,
    fetchFrom: (url, validators) => fetchFeed(new URL(url), context, (text) => new URL(text), validators),
  };
}
