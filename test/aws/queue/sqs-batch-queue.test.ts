import { parseDeliveryMessage, parsePollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import type { SqsBatchQueue } from "@plumbline/aws/queue/sqs-batch-queue.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { pollBatch } from "./poll-batch.ts";
import { type SqsServer, sqsError, startSqsServer } from "./sqs-server.ts";

let sqs: SqsServer;
let clock: ManualClock;
let queue: SqsBatchQueue<PollBatch>;

beforeAll(async () => {
  vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
  sqs = await startSqsServer();
});

beforeEach(() => {
  clock = new ManualClock();
  queue = sqs.queue("feed", clock);
});

afterEach(() => {
  expect(sqs.failures).toEqual([]);
  sqs.clear();
  sqs.sent.length = 0;
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await sqs.close();
});

const batches = (count: number, entries = 1, idLength = 36) =>
  Array.from({ length: count }, (_, index) => pollBatch(String(index), entries, idLength));
const received = () => sqs.sent.map(({ body }) => parsePollMessage(body));

describe("SqsBatchQueue", () => {
  it("sends each batch as a message to its queue", async () => {
    await queue.send(batches(3, 25));
    expect(received()).toEqual(batches(3, 25));
    expect(new Set(sqs.sent.map(({ queueUrl }) => queueUrl))).toEqual(new Set([sqs.queueUrl("feed")]));
    expect(sqs.requests).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it("takes deliveries as it takes polls", async () => {
    const deliveries = [
      { tenantId: "t", watchId: "w", sequences: [1, 2] },
      { tenantId: "t", watchId: "w", sequences: [3] },
    ];
    await sqs.queue("deliveries", clock).send(deliveries);
    expect(sqs.sent.map(({ body }) => parseDeliveryMessage(body))).toEqual(deliveries);
    expect(sqs.sent[0]?.queueUrl).toBe(sqs.queueUrl("deliveries"));
  });

  it("asks for nothing when there is nothing to send", async () => {
    await queue.send([]);
    expect(sqs.requests).toHaveLength(0);
  });

  it("sends ten messages a request", async () => {
    await queue.send(batches(21));
    expect(received()).toEqual(batches(21));
    expect(sqs.requests).toHaveLength(3);
  });

  it("sends 256 KB a request", async () => {
    // About 100 KB each, two of which go together.
    await queue.send(batches(5, 25, 4_000));
    expect(received()).toEqual(batches(5, 25, 4_000));
    expect(sqs.requests).toHaveLength(3);
  });

  it("sends again what a request left out, and only that", async () => {
    sqs.refuse("feed#5#1#0", 2);
    await queue.send(batches(3));
    expect(received().map(({ slot }) => slot)).toEqual(["feed#5#0#0", "feed#5#2#0", "feed#5#1#0"]);
    expect(sqs.requests).toHaveLength(3);
    expect(clock.waits).toEqual([50, 100]);
  });

  it("gives up on a message that is refused again and again, and says so", async () => {
    sqs.refuse("feed#5#1#0", 5);
    await expect(queue.send(batches(3))).rejects.toMatchObject({
      name: "ServiceError",
      code: "unavailable",
    });
    expect(clock.waits).toEqual([50, 100, 200, 400]);
    expect(received().map(({ slot }) => slot)).toEqual(["feed#5#0#0", "feed#5#2#0"]);
  });

  it.each([
    ["a broken connection", resetAfterReading()],
    ["a throttle", sqsError("com.amazonaws.sqs#RequestThrottled")],
    ["a 5xx", sqsError("InternalFailure", 500)],
  ])("calls %s unavailable, with its cause", async (_what, reply) => {
    sqs.scriptAlways("POST /", reply);
    const failure = await queue.send(batches(1)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ServiceError", code: "unavailable", cause: expect.any(Error) });
  });

  it("lets what is not allowed through as it is", async () => {
    sqs.scriptAlways("POST /", sqsError("AccessDeniedException", 403));
    await expect(queue.send(batches(1))).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});
