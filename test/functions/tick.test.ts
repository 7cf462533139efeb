import { parseDeliveryMessage, parsePollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "../../packages/functions/handlers/tick.ts";
import { createEventHandler } from "../../packages/functions/runtime/events.ts";
import { openTimedWork } from "../../packages/functions/runtime/timed-work.ts";
import { untold } from "./untold.ts";
import { startWatchesOnLambda, type WatchesOnLambda } from "./watches-on-lambda.ts";

const context = { awsRequestId: "invocation-1", getRemainingTimeInMillis: () => 60_000 };

let under: WatchesOnLambda;
let written: string[];

beforeEach(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  vi.stubEnv("LOG_LEVEL", "error");
  written = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
  under = await startWatchesOnLambda();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await under.close();
});

const watchesIn = (messages: Awaited<ReturnType<WatchesOnLambda["tick"]>>) =>
  messages.flatMap(({ body }) => parsePollMessage(body).entries.map(({ watchId }) => watchId)).sort();

describe("tick", () => {
  it("sends what is due to the queue of its wheel", async () => {
    const ids = await under.begin(9);
    const messages = await under.tick();
    expect(watchesIn(messages)).toEqual([...ids].sort());
    expect(new Set(messages.map(({ queueUrl }) => queueUrl))).toEqual(new Set([under.sqs.queueUrl("feed")]));
    expect(await under.tick({ wheel: "inbox" })).toEqual([]);
  });

  it("sends deliveries that are due to their queue, ten of a watch in a message, every minute until they are made", async () => {
    const [one = "", other = ""] = await under.begin(2, { deliver_to: `${under.receiver.url}/hook` });
    const due = () => under.tick({ due: "deliveries" });
    expect(await due()).toEqual([]);
    for (let number = 1; number <= 11; number++) under.publish(`news ${number}`);
    await under.poll(await under.tick());
    const sent = await due();
    expect(new Set(sent.map(({ queueUrl }) => queueUrl))).toEqual(
      new Set([under.sqs.queueUrl("deliveries")]),
    );
    const batches = sent.map(({ body }) => parseDeliveryMessage(body));
    for (const watchId of [one, other])
      expect(batches.filter((batch) => batch.watchId === watchId).map(({ sequences }) => sequences)).toEqual([
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [11],
      ]);
    under.nextMinute();
    expect((await due()).map(({ body }) => body)).toEqual(sent.map(({ body }) => body));
    await under.deliver(sent);
    under.nextMinute();
    expect(await due()).toEqual([]);
  });

  it.each([{}, { wheel: "calendar" }, { due: "feed" }])("refuses the event %j", async (event) => {
    await under.begin(1);
    await expect(under.tick(event)).rejects.toThrow("The invocation failed");
    expect(under.sqs.requests).toHaveLength(0);
  });
});

describe("its handler", () => {
  it("names a missing setting to the log, and is well with it", async () => {
    vi.stubEnv("TABLE_NAME", "");
    await expect(handler({ wheel: "feed" }, context)).rejects.toThrow("The invocation failed");
    expect(written.join("")).toContain("TABLE_NAME");
    const places = {
      TABLE_NAME: "t",
      KEY_TABLE_NAME: "k",
      FEED_QUEUE_URL: "https://q.invalid/1/f",
      INBOX_QUEUE_URL: "https://q.invalid/1/i",
      AWS_REGION: "eu-central-1",
    };
    expect(() => openTimedWork(places)).toThrow("DELIVERY_QUEUE_URL");
    const all = { ...places, DELIVERY_QUEUE_URL: "https://q.invalid/1/d" };
    expect(openTimedWork(all).polls).toHaveProperty("inbox");
  });
});

describe("eventHandler", () => {
  it("opens once, after a failure again", async () => {
    const open = vi.fn(() => untold({ name: "parts" }));
    open.mockImplementationOnce(() => {
      throw new Error("not yet");
    });
    const answering = createEventHandler({
      open,
      run: async ({ name }, event: string) => `${name} ${event}`,
    });
    await expect(answering("a", context)).rejects.toThrow("The invocation failed");
    expect([await answering("b", context), await answering("c", context)]).toEqual(["parts b", "parts c"]);
    expect(open).toHaveBeenCalledTimes(2);
  });

  it("tells nobody the message of a failure", async () => {
    const run = async () => {
      throw new TypeError("token xoxb-1");
    };
    const open = () => untold({});
    const failure = await createEventHandler({ open, run })("", context).catch((error: unknown) => error);
    expect(`${String(failure)} ${written.join("")}`).not.toContain("xoxb");
    expect(JSON.parse(written.join(""))).toMatchObject({
      event: "invocation_failed",
      request_id: "invocation-1",
      error_name: "TypeError",
    });
  });
});
