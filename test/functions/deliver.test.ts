import { parseDeliveryMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SentMessage } from "../aws/queue/sqs-server.ts";
import { overriding } from "./overriding.ts";
import { startWatchesOnLambda, type WatchesOnLambda } from "./watches-on-lambda.ts";

let under: WatchesOnLambda;
/** The watch whose events the store does not hand out. */
let broken: string | undefined;

beforeEach(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  broken = undefined;
  under = await startWatchesOnLambda({ wrapWatchStore: withBrokenWatch });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await under.close();
});

function withBrokenWatch(store: WatchStore): WatchStore {
  const getEvent: WatchStore["getEvent"] = async (watch, sequence) => {
    if (watch.watchId === broken) throw new Error("a message that may hold anything");
    return store.getEvent(watch, sequence);
  };
  return overriding(store, { getEvent });
}

const nothingFailed = { batchItemFailures: [] };
const failures = () => under.logged.filter(({ event }) => event === "delivery_batch_failed");
const watchOf = ({ body }: SentMessage) => parseDeliveryMessage(body).watchId;
const due = () => under.tick({ due: "deliveries" });

/**
 * Watches that deliver to the receiver, each with events that wait; what a minute sends of them, in the order
 * of the watches.
 */
async function waiting(watches: number, ...titles: string[]): Promise<SentMessage[]> {
  const ids = await under.begin(watches, { deliver_to: `${under.receiver.url}/hook` });
  for (const title of titles) under.publish(title);
  await under.poll(await under.tick());
  const messages = await due();
  expect(messages.map(watchOf).sort()).toEqual(ids.toSorted());
  return ids.flatMap((id) => messages.filter((message) => watchOf(message) === id));
}

/** Returns the deliveries that reached the receiver, as `watch title`, sorted. */
function received(): string[] {
  return under.receiver.requests
    .map((request) => Object(request.json()).data)
    .map(({ watch_id, item }) => `${watch_id} ${item.title}`)
    .sort();
}

const ofAll = (messages: readonly SentMessage[], ...titles: string[]) =>
  messages.flatMap((message) => titles.map((title) => `${watchOf(message)} ${title}`)).sort();

describe("deliver", () => {
  it("delivers what is due of every watch of its messages", async () => {
    const messages = await waiting(3, "one", "two");
    expect(await under.deliver(messages)).toEqual(nothingFailed);
    expect(received()).toEqual(ofAll(messages, "one", "two"));
    under.nextMinute();
    expect(await due()).toEqual([]);
  });

  it("names the one message that failed among several, and delivers with it once when it comes again", async () => {
    const messages = await waiting(3, "one");
    const [first, failing, last] = messages;
    if (!first || !failing || !last) throw new Error("Three messages were not sent.");
    broken = watchOf(failing);
    expect(await under.deliver(messages)).toEqual({
      batchItemFailures: [{ itemIdentifier: failing.messageId }],
    });
    expect(failures()).toMatchObject([
      { level: "error", request_id: "invocation-1", error_name: "Error", error_stack: expect.any(String) },
    ]);
    expect(JSON.stringify(under.logged)).not.toContain("may hold anything");
    expect(received()).toEqual(ofAll([first, last], "one"));
    broken = undefined;
    expect(await under.deliver([failing])).toEqual(nothingFailed);
    expect(received()).toEqual(ofAll(messages, "one"));
  });

  it("names a message that it cannot read, and delivers the others", async () => {
    const messages = await waiting(1, "one");
    const notJson = { messageId: "not-json", body: "<event/>" };
    const noBatch = {
      messageId: "no-batch",
      body: JSON.stringify({ tenantId: "t", watchId: "w", sequences: [] }),
    };
    expect(await under.deliver([notJson, ...messages, noBatch])).toEqual({
      batchItemFailures: [{ itemIdentifier: "not-json" }, { itemIdentifier: "no-batch" }],
    });
    expect(failures().map(({ error_name }) => error_name)).toEqual(["SyntaxError", "ZodError"]);
    expect(received()).toEqual(ofAll(messages, "one"));
  });

  it("cuts off what takes too long, ten seconds before its own end, and counts no try for it", async () => {
    const [message] = await waiting(1, "one", "two");
    if (!message) throw new Error("No message was sent.");
    under.receiver.scriptAlways("", hangBeforeHeaders());
    const answered = under.deliver([message], 20_000);
    await under.receiver.waitForRequests(1);
    under.clock.advance(10_000);
    expect(await answered).toEqual({ batchItemFailures: [{ itemIdentifier: message.messageId }] });
    expect(failures()).toMatchObject([{ error_name: "AbortError" }]);
    const { items } = await under.service.deliveries.list(under.caller.tenantId, watchOf(message), {
      limit: 5,
    });
    expect(items).toMatchObject([
      { sequence: 2, status: "waiting", tries: 0, attempts: [] },
      { sequence: 1, status: "waiting", tries: 0, attempts: [] },
    ]);
    under.receiver.clear();
    expect(await under.deliver(await due())).toEqual(nothingFailed);
    expect(received()).toEqual(ofAll([message], "one", "two"));
  });
});
