import { parseDeliveryMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { describe, expect, it } from "vitest";

const batch = { tenantId: "t-1", watchId: "w-1", sequences: [1, 2, 30] };

describe("readDeliveryMessage", () => {
  it("reads back what was written", () => {
    expect(parseDeliveryMessage(JSON.stringify(batch))).toEqual(batch);
  });

  it.each([
    ["what is no JSON", "{"],
    ["another thing", '"a text"'],
    [
      "a batch of polls",
      JSON.stringify({ wheel: "feed", slot: "s", readAt: "2026-01-01T00:00:00Z", entries: [] }),
    ],
    ["no tenant", JSON.stringify({ ...batch, tenantId: "" })],
    ["no event", JSON.stringify({ ...batch, sequences: [] })],
    ["what is no sequence", JSON.stringify({ ...batch, sequences: [0] })],
    ["a sequence as text", JSON.stringify({ ...batch, sequences: ["1"] })],
    [
      "too many events",
      JSON.stringify({ ...batch, sequences: Array.from({ length: 11 }, (_, at) => at + 1) }),
    ],
  ])("refuses %s", (_what, body) => {
    expect(() => parseDeliveryMessage(body)).toThrow();
  });
});
