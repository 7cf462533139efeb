import { parsePollMessage } from "@plumbline/aws/queue/batch-messages.ts";
import { describe, expect, it } from "vitest";
import { pollBatch } from "./poll-batch.ts";

const batch = pollBatch("1", 25);

describe("readPollMessage", () => {
  it("reads back what was written", () => {
    expect(parsePollMessage(JSON.stringify(batch))).toEqual(batch);
  });

  it.each([
    ["what is no JSON", "{"],
    ["another thing", '"a text"'],
    ["an unknown wheel", JSON.stringify({ ...batch, wheel: "calendar" })],
    ["no time", JSON.stringify({ ...batch, readAt: "now" })],
    ["an entry of no tenant", JSON.stringify({ ...batch, entries: [{ position: "1", watchId: "w" }] })],
    ["too many entries", JSON.stringify(pollBatch("1", 26))],
  ])("refuses %s", (_what, body) => {
    expect(() => parsePollMessage(body)).toThrow();
  });
});
