import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import type { WatchStore } from "@plumbline/watches/service/watch-store.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SentMessage } from "../aws/queue/sqs-server.ts";
import { overriding } from "./overriding.ts";
import { startWatchesOnLambda, type WatchesOnLambda } from "./watches-on-lambda.ts";

let under: WatchesOnLambda;
/** Where a batch begins whose heartbeat the store does not take. */
let broken: string | undefined;

beforeEach(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  broken = undefined;
  under = await startWatchesOnLambda({ wrapWatchStore: withBrokenBatch });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await under.close();
});

function withBrokenBatch(store: WatchStore): WatchStore {
  const putHeartbeat: WatchStore["putHeartbeat"] = async (heartbeat) => {
    if (heartbeat.from === broken) throw new Error("a message that may hold anything");
    return store.putHeartbeat(heartbeat);
  };
  return overriding(store, { putHeartbeat });
}

const batchOf = ({ body }: SentMessage): PollBatch => JSON.parse(body);
/** A message for each watch: which of them a tick puts together depends on where the feeds are. */
function apart(messages: readonly SentMessage[]): SentMessage[] {
  return messages.flatMap((message) =>
    batchOf(message).entries.map((entry) => ({
      ...message,
      messageId: entry.watchId,
      body: JSON.stringify({ ...batchOf(message), entries: [entry] }),
    })),
  );
}

const nothingFailed = { batchItemFailures: [] };
const failures = () => under.logged.filter(({ event }) => event === "watch_poll_failed");

async function foundByAll(ids: readonly string[]): Promise<string[][]> {
  return Promise.all(ids.map((id) => under.watches.found(id)));
}

describe("poll", () => {
  it("finds what is new for every watch of its messages", async () => {
    const ids = await under.begin(9);
    under.publish("one");
    const messages = await under.tick();
    expect(await under.poll(messages)).toEqual(nothingFailed);
    expect(await foundByAll(ids)).toEqual(ids.map(() => ["one"]));
  });

  it("asks each source once when the queue moves again after an hour", async () => {
    const ids = await under.begin(9);
    const stood = [];
    for (let minute = 0; minute < 60; minute++) {
      under.nextMinute();
      stood.push(...(await under.tick()));
    }
    under.publish("one");
    under.feeds.clear();
    expect(await under.poll(stood.slice(0, 40))).toEqual(nothingFailed);
    expect(await under.poll(stood.slice(40).toReversed())).toEqual(nothingFailed);
    expect(under.feeds.requests.length).toBeLessThanOrEqual(2 * ids.length);
    expect(await foundByAll(ids)).toEqual(ids.map(() => ["one"]));
  });

  it("names the one message that failed among several, and finds with it once when it comes again", async () => {
    const ids = await under.begin(4);
    under.publish("one");
    const messages = apart(await under.tick());
    const failing = messages.filter(({ messageId }) => messageId === ids[1]);
    broken = failing.flatMap((message) => batchOf(message).entries)[0]?.position;
    expect(await under.poll(messages)).toEqual({ batchItemFailures: [{ itemIdentifier: ids[1] }] });
    expect(failures()).toMatchObject([
      { level: "error", request_id: "invocation-1", error_name: "Error", error_stack: expect.any(String) },
    ]);
    expect(JSON.stringify(under.logged)).not.toContain("may hold anything");
    broken = undefined;
    expect(await under.poll(failing)).toEqual(nothingFailed);
    expect(await foundByAll(ids)).toEqual(ids.map(() => ["one"]));
  });

  it("names a message that it cannot read, and polls the others", async () => {
    const [id = ""] = await under.begin(1);
    under.publish("one");
    const [message] = await under.tick();
    if (!message) throw new Error("No message was sent.");
    const notJson = { messageId: "not-json", body: "<feed/>" };
    const noBatch = { messageId: "no-batch", body: JSON.stringify({ ...batchOf(message), slot: "" }) };
    expect(await under.poll([notJson, message, noBatch])).toEqual({
      batchItemFailures: [{ itemIdentifier: "not-json" }, { itemIdentifier: "no-batch" }],
    });
    expect(failures().map(({ error_name }) => error_name)).toEqual(["SyntaxError", "ZodError"]);
    expect(await under.watches.found(id)).toEqual(["one"]);
  });

  it("cuts off what takes too long, ten seconds before its own end, and blames no feed for it", async () => {
    const [slow = "", ...others] = await under.begin(3);
    under.publish("one");
    const messages = apart(await under.tick());
    const ofSlow = ({ query }: RecordedRequest) => query.get("n") === "0";
    under.feeds.scriptAlways(ofSlow, hangBeforeHeaders());
    const answered = under.poll(messages, 40_000);
    await under.feeds.waitForRequests(2, ofSlow);
    const foundByOthers = async () => expect(await foundByAll(others)).toEqual(others.map(() => ["one"]));
    await vi.waitFor(foundByOthers, { timeout: 10_000 });
    under.clock.advance(29_999);
    await foundByOthers();
    expect(failures()).toEqual([]);
    under.clock.advance(1);
    expect(await answered).toEqual({ batchItemFailures: [{ itemIdentifier: slow }] });
    expect(failures()).toMatchObject([{ error_name: "AbortError" }]);
    const { health } = await under.watches.view(slow);
    expect(health).toMatchObject({ consecutive_failures: 0, last_error: null });
    under.feeds.clear();
    expect(await under.poll(messages)).toEqual(nothingFailed);
    expect(await foundByAll([slow, ...others])).toEqual([["one"], ["one"], ["one"]]);
  });
});
