import { parseDeliveryMessage, parsePollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { describe, expect, it } from "vitest";
import { pollBatch } from "./poll-batch.ts";

const delivery = { tenantId: "t-1", watchId: "w-1", sequences: [1, 2, 30] };
const poll = pollBatch("1", 25);
const tooManyEvents = Array.from({ length: 11 }, (_, at) => at + 1);

describe.each([
  {
    kind: "deliveries",
    parse: parseDeliveryMessage,
    batch: delivery,
    wrong: {
      "a batch of polls": { wheel: "feed", slot: "s", readAt: "2026-01-01T00:00:00Z", entries: [] },
      "no tenant": { ...delivery, tenantId: "" },
      "no event": { ...delivery, sequences: [] },
      "what is no sequence": { ...delivery, sequences: [0] },
      "a sequence as text": { ...delivery, sequences: ["1"] },
      "too many events": { ...delivery, sequences: tooManyEvents },
    },
  },
  {
    kind: "polls",
    parse: parsePollMessage,
    batch: poll,
    wrong: {
      "an unknown wheel": { ...poll, wheel: "calendar" },
      "no time": { ...poll, readAt: "now" },
      "an entry of no tenant": { ...poll, entries: [{ position: "1", watchId: "w" }] },
      "too many entries": pollBatch("1", 26),
    },
  },
])("a message with a batch of $kind", ({ parse, batch, wrong }) => {
  it("is read back as it was written", () => {
    expect(parse(JSON.stringify(batch))).toEqual(batch);
  });

  it.each(Object.entries({ "another thing": "a text", ...wrong }))("is refused with %s", (_what, message) => {
    expect(() => parse(JSON.stringify(message))).toThrow();
  });

  it("is refused if it is not JSON", () => {
    expect(() => parse("{")).toThrow();
  });
});
