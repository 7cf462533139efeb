import { type FeedsServer, startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import type { DeliveryBatch } from "@plumbline/watches/delivery/delivery-queue.ts";
import {
  createEventHandler,
  deliverMessages,
  pollMessages,
  type QueueResponse,
} from "../../packages/functions/runtime/events.ts";
import { runTimedWork } from "../../packages/functions/runtime/timed-work.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapters/adapter-under-test.ts";
import { type SentMessage, type SqsServer, startSqsServer } from "../aws/queue/sqs-server.ts";
import type { ServiceUnderTestOptions } from "../support/service-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../watches/watches-under-test.ts";
import { untold } from "./untold.ts";

type Message = Pick<SentMessage, "messageId" | "body">;

/**
 * The functions `tick`, `poll` and `deliver` on one store, with queues between them, feeds to watch and a
 * receiver to deliver to.
 */
export interface WatchesOnLambda extends AdapterUnderTest {
  feeds: FeedsServer;
  receiver: ScriptedServer;
  sqs: SqsServer;
  watches: WatchesUnderTest;
  /**
   * Begins watches that are due every minute, each on a URL of its own, with further arguments if wanted;
   * answers their ids.
   */
  begin(count: number, args?: Record<string, unknown>): Promise<string[]>;
  publish(title: string): void;
  /** One minute later. */
  nextMinute(): void;
  /** Invokes `tick` with an event as EventBridge would, and takes the messages it sent out of the queues. */
  tick(event?: { wheel?: unknown; due?: unknown }): Promise<SentMessage[]>;
  /** Invokes `poll` with messages as Lambda would. */
  poll(messages: readonly Message[], remainingMs?: number): Promise<QueueResponse>;
  /** The same with `deliver`. */
  deliver(messages: readonly Message[], remainingMs?: number): Promise<QueueResponse>;
}

export async function startWatchesOnLambda(options: ServiceUnderTestOptions = {}): Promise<WatchesOnLambda> {
  const [feeds, receiver, sqs] = [await startFeeds(), await startWebhook(), await startSqsServer()];
  const egressAllow = [feeds, receiver].map(({ port }) => `127.0.0.1:${port}`).join(",");
  const under = await startAdapterUnderTest({ egressAllow, ...options });
  const { clock, service } = under;
  const timedWork = {
    store: service.watchStore,
    polls: { feed: sqs.queue<PollBatch>("feed", clock), inbox: sqs.queue<PollBatch>("inbox", clock) },
    deliveries: sqs.queue<DeliveryBatch>("deliveries", clock),
    clock,
    logger: service.logger,
  };
  const tick = createEventHandler({ open: () => untold(timedWork), run: runTimedWork });
  const deliver = createEventHandler({ open: () => untold(service), run: deliverMessages });
  const poll = createEventHandler({ open: () => untold(service), run: pollMessages });
  const watches = watchesUnderTest(under);
  const contextOf = (remainingMs: number) => {
    const end = clock.now() + remainingMs;
    return { awsRequestId: "invocation-1", getRemainingTimeInMillis: () => end - clock.now() };
  };
  return {
    ...under,
    feeds,
    receiver,
    sqs,
    watches,
    async begin(count, args = {}) {
      const ids: string[] = [];
      for (let number = 0; number < count; number++) {
        const url = `${feeds.url}/rss.xml?n=${number}`;
        ids.push(await watches.begin("rss_subscribe", { url, interval_minutes: 1, ...args }));
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
    poll: (messages, remainingMs = 180_000) => poll({ Records: messages }, contextOf(remainingMs)),
    deliver: (messages, remainingMs = 180_000) => deliver({ Records: messages }, contextOf(remainingMs)),
    async close() {
      await Promise.all([feeds.close(), receiver.close(), sqs.close()]);
      await under.close();
    },
  };
}
