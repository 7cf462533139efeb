import { type ServerSentEvent, serverSentEvents } from "@plumbline/client/server-sent-events.ts";
import { describe, expect, test } from "vitest";

async function* pieces(...all: Uint8Array[]) {
  yield* all;
}

async function eventsOf(...all: (string | Uint8Array)[]): Promise<ServerSentEvent[]> {
  const bytes = all.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece));
  const events: ServerSentEvent[] = [];
  for await (const event of serverSentEvents(pieces(...bytes))) events.push(event);
  return events;
}

const message = (data: string, type = "message") => ({ type, data });

describe("an event", () => {
  test.each<[what: string, stream: string, events: ServerSentEvent[]]>([
    [
      "has a type, an id and data",
      "event: start\nid: 1\ndata: {}\n\n",
      [{ ...message("{}", "start"), id: "1" }],
    ],
    ["loses one blank after the colon, and no more", "data:  a \ndata:b\n\n", [message(" a \nb")]],
    ["has data of several lines", "data: a\ndata\ndata: b\n\n", [message("a\n\nb")]],
    ["keeps its type to itself", "event: x\ndata: a\n\ndata: b\n\n", [message("a", "x"), message("b")]],
    ["without data is none", "event: x\n\nid: 7\n\n\n\ndata: a\n\n", [message("a")]],
    ["that no blank line ends is none", "data: a\n\ndata: b\n", [message("a")]],
    ["may stand between comments", ": hello\n\n:\ndata: a\n: still here\n\n", [message("a")]],
    ["may have fields nobody knows", "retry: 5\nfoo: bar\ndatum: x\ndata: a\n\n", [message("a")]],
    ["may hold colons and line separators", "data: a: b\u2028c\u0085d\n\n", [message("a: b\u2028c\u0085d")]],
    ["may follow a byte order mark", "\ufeffdata: a\n\n", [message("a")]],
    [
      "may end its lines in CRLF",
      "event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n",
      [message("a", "x"), message("b")],
    ],
    ["may end its lines in CR", "event: x\rdata: a\r\rdata: b\r\r", [message("a", "x"), message("b")]],
    ["may mix them", "data: a\r\n\ndata: b\r\r\ndata: c\n\r", [message("a"), message("b"), message("c")]],
  ])("%s, wherever its bytes are cut", async (_what, stream, events) => {
    const bytes = Buffer.from(stream);
    expect(await eventsOf(bytes)).toEqual(events);
    for (let at = 1; at < bytes.length; at++)
      expect(await eventsOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(events);
    expect(await eventsOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(events);
  });

  test("is there as soon as its blank line is, CR or not", async () => {
    const arrived: string[] = [];
    async function* stream() {
      yield Buffer.from("data: a\r\r");
      arrived.push("second piece");
      yield Buffer.from("\ndata: b\r\n\r\n");
    }
    for await (const { data } of serverSentEvents(stream())) arrived.push(data);
    expect(arrived).toEqual(["a", "second piece", "b"]);
  });
});

test("characters may be cut in two", async () => {
  const bytes = Buffer.from("data: Grüße 👋\n\n");
  for (let at = 1; at < bytes.length; at++)
    expect(await eventsOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual([message("Grüße 👋")]);
});
