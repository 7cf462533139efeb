import { type Message, slowDrip, text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { eventsOf, modelsUnderTest, someTool, textIn } from "./model-under-test.ts";
import { WIRES } from "./provider-wire.ts";

const wire = WIRES["openai-compatible"];
const TEXTS = [
  "He said ",
  '"no"',
  "\n\tto C:\\",
  " \u2028",
  "😀",
  "",
  " data: {",
  '"delta":{"content":"',
  ".",
];

const under = startedForEach(modelsUnderTest);

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => text("not found", 404) }),
);

function message(...pieces: (Buffer | string)[]): Message {
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  return { headers: { "content-type": wire.contentType }, body };
}

function turn(): ReturnType<typeof eventsOf> {
  const model = under.at("openai-compatible", server.url);
  return eventsOf(model.stream(under.asking("Hello", { tools: [someTool("chatapp_dm")] })));
}

const chunk = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

test("text events that arrive together are one", async () => {
  server.script("", message(wire.start(), ...TEXTS.map((piece) => wire.text(piece)), wire.finish("stop")));
  const [first, ...others] = await turn();
  expect(first).toEqual({ type: "text", text: TEXTS.join("") });
  expect(others).toMatchObject([{ type: "finish", usage: { inputTokens: 11, outputTokens: 7 } }]);
});

test.each([5, 64, 1_000])("an answer in pieces of %i bytes says the same", async (bytesPerChunk) => {
  const whole = message(wire.start(), ...TEXTS.map((piece) => wire.text(piece)), wire.finish("stop"));
  server.script("", slowDrip(whole, { bytesPerChunk, intervalMs: 0 }));
  expect(textIn(await turn())).toBe(TEXTS.join(""));
});

test("lines that end in CRLF say the same", async () => {
  const events = [wire.start(), ...TEXTS.map((piece) => wire.text(piece)), wire.finish("stop")];
  const body = Buffer.concat(events).toString().replaceAll("\n", "\r\n");
  server.script("", slowDrip(message(body), { bytesPerChunk: 50, intervalMs: 0 }));
  expect(textIn(await turn())).toBe(TEXTS.join(""));
});

test("events that bring more than text keep their place and are not joined", async () => {
  const call = { id: "call_1", name: "chatapp_dm", arguments: '{"text":"Hi"}' };
  const thought = (reasoning_content: string) =>
    chunk({ choices: [{ index: 0, delta: { content: "", reasoning_content } }] });
  server.script(
    "",
    message(
      ...[wire.start(), thought("Let me "), thought("see."), wire.text("One"), wire.text(" two")],
      ...[wire.call(0, call), wire.text(" three"), wire.text(" four"), wire.finish("calls")],
    ),
  );
  const events = await turn();
  expect(events.filter(({ type }) => type === "text")).toEqual([
    { type: "text", text: "One two" },
    { type: "text", text: " three four" },
  ]);
  expect(events).toContainEqual(expect.objectContaining({ name: "chatapp_dm", arguments: { text: "Hi" } }));
  expect(events.at(-1)).toMatchObject({ message: { reasoning: [{ text: "Let me see." }] } });
});

test("an answer that breaks off inside an event has said what came before", async () => {
  const cut = Buffer.from(wire.text(" and more")).subarray(0, -8);
  server.scriptAlways("", message(wire.start(), wire.text("Hello"), wire.text(" you"), cut));
  await expect(turn()).rejects.toMatchObject({ code: "model_cut_off" });
});

test("one model serves calls side by side, each with its own deadline and signal", async () => {
  const model = under.at("openai-compatible", server.url);
  const answers = ["one", "two", "three"].map((word) =>
    message(wire.start(), wire.text(word), wire.finish("stop")),
  );
  server.script("", ...answers);
  const given = new AbortController();
  const left = model.stream({ ...under.asking("Hello"), signal: given.signal });
  given.abort();
  await expect(eventsOf(left)).rejects.toThrow();
  const both = await Promise.all([1, 2].map(() => eventsOf(model.stream(under.asking("Hello")))));
  expect(both.map(textIn).sort()).toEqual(["one", "two"]);
});
