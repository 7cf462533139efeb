import { eventHandler } from "@plumbline/functions/event-handler.ts";
import { pollMessages, type QueueAnswer } from "@plumbline/functions/poll-messages.ts";
import { turnWheel } from "@plumbline/functions/turn-wheel.ts";
import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { type SentMessage, type SqsServer, startSqsServer } from "../aws/queue/sqs-server.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../core/adapters/adapter-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../core/watches/watches-under-test.ts";
import type { ServiceUnderTestOptions } from "../support/service-under-test.ts";

/** The functions `tick` and `poll` on one store, with queues between them and feeds to watch. */
export interface WatchesOnLambda extends AdapterUnderTest {
  feeds: FeedsServer;
  sqs: SqsServer;
  watches: WatchesUnderTest;
  /** Begins watches that are due every minute, each on a URL of its own; answers their ids. */
  begin(count: number): Promise<string[]>;
  publish(title: string): void;
  /** One minute later. */
  nextMinute(): void;
  /** Invokes `tick` with an event as EventBridge would, and takes the messages it sent out of the queues. */
  tick(event?: { wheel?: unknown }): Promise<SentMessage[]>;
  /** Invokes `poll` with messages as Lambda would. */
  poll(
    messages: readonly Pick<SentMessage, "messageId" | "body">[],
    remainingMs?: number,
  ): Promise<QueueAnswer>;
}

export async function startWatchesOnLambda(options: ServiceUnderTestOptions = {}): Promise<WatchesOnLambda> {
  const [feeds, sqs] = [await startFeeds(), await startSqsServer()];
  const under = await startAdapterUnderTest({ egressAllow: `127.0.0.1:${feeds.port}`, ...options });
  const { clock, service } = under;
  const queues = { feed: sqs.queue("feed", clock), inbox: sqs.queue("inbox", clock) };
  const tick = eventHandler({ open: () => ({ store: service.watchStore, queues, clock }), run: turnWheel });
  const poll = eventHandler({ open: () => service, run: pollMessages });
  const watches = watchesUnderTest(under);
  const contextOf = (remainingMs: number) => {
    const end = clock.now() + remainingMs;
    return { awsRequestId: "invocation-1", getRemainingTimeInMillis: () => end - clock.now() };
  };
  return {
    ...under,
    feeds,
    sqs,
    watches,
    async begin(count) {
      const ids: string[] = [];
      for (let number = 0; number < count; number++) {
        const url = `${feeds.url}/rss.xml?n=${number}`;
        ids.push(await watches.begin("rss_subscribe", { url, interval_minutes: 1 }));
      }
      return ids;
    },
    publish(title) {
      clock.advance(1_000);
      feeds.feed.publish({
        slug: title,
        title,
        summary: "",
        publishedAt: new Date(clock.now()).toISOString(),
      });
    },
    nextMinute: () => clock.advance(60_000),
    async tick(event = { wheel: "feed" }) {
      await tick(event, contextOf(285_000));
      return sqs.sent.splice(0);
    },
    poll: (messages, remainingMs = 180_000) => poll({ Records: [...messages] }, contextOf(remainingMs)),
    async close() {
      await Promise.all([feeds.close(), sqs.close()]);
      await under.close();
    },
  };
}
