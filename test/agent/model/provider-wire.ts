import { crc32 } from "node:zlib";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";

/**
 * A provider's answer, event by event, as its own wire has it: for what no mock server can be made to say.
 */
export interface ProviderWire {
  contentType: string;
  /** The answer begins. */
  start(): Buffer;
  /** A piece of the first block, a text. */
  text(piece: string): Buffer;
  /** A whole call, in two pieces. */
  call(index: number, call: { id: string; name: string; arguments: string }): Buffer;
  /** The provider breaks off with an error of this name. */
  error(name: string): Buffer;
  /** Returns bytes that no reader of this wire can parse. */
  broken(): Buffer;
  /** The answer ends as it should, with 11 tokens in and 7 out. */
  finish(reason: "stop" | "calls" | "length"): Buffer;
}

const openAi: ProviderWire = {
  contentType: "text/event-stream",
  start: () => chunk({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }),
  text: (content) => chunk({ choices: [{ index: 0, delta: { content } }] }),
  call: (index, { id, name, arguments: json }) => {
    const [first, second] = halves(json);
    const deltas = [
      { index, id, type: "function", function: { name, arguments: first } },
      { index, function: { arguments: second } },
    ];
    return Buffer.concat(
      deltas.map((delta) => chunk({ choices: [{ index: 0, delta: { tool_calls: [delta] } }] })),
    );
  },
  broken: () => Buffer.from("data: {not json\n\n"),
  error: (name) => chunk({ error: { message: "It failed.", type: name } }),
  finish: (reason) => {
    const finish_reason = { stop: "stop", calls: "tool_calls", length: "length" }[reason];
    return Buffer.concat([
      chunk({ choices: [{ index: 0, delta: {}, finish_reason }] }),
      chunk({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } }),
      Buffer.from("data: [DONE]\n\n"),
    ]);
  },
};

const anthropic: ProviderWire = {
  contentType: "text/event-stream",
  start: () =>
    Buffer.concat([
      event({
        type: "message_start",
        message: { id: "msg_1", model: "m", role: "assistant", usage: { input_tokens: 11 } },
      }),
      event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    ]),
  text: (text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  call: (position, { id, name, arguments: json }) => {
    const index = position + 1;
    const [first, second] = halves(json);
    const delta = (partial_json: string) =>
      event({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
    return Buffer.concat([
      event({
        type: "content_block_start",
        index,
        content_block: { type: "tool_use", id, name, input: {} },
      }),
      delta(first),
      delta(second),
      event({ type: "content_block_stop", index }),
    ]);
  },
  broken: () => Buffer.from("data: {not json\n\n"),
  error: (name) => event({ type: "error", error: { type: name, message: "It failed." } }),
  finish: (reason) =>
    Buffer.concat([
      event({ type: "content_block_stop", index: 0 }),
      event({
        type: "message_delta",
        delta: { stop_reason: { stop: "end_turn", calls: "tool_use", length: "max_tokens" }[reason] },
        usage: { output_tokens: 7 },
      }),
      event({ type: "message_stop" }),
    ]),
};

const bedrock: ProviderWire = {
  contentType: "application/vnd.amazon.eventstream",
  start: () => frame("event", "messageStart", { role: "assistant" }),
  text: (text) => frame("event", "contentBlockDelta", { contentBlockIndex: 0, delta: { text } }),
  call: (position, { id: toolUseId, name, arguments: json }) => {
    const contentBlockIndex = position + 1;
    const [first, second] = halves(json);
    const delta = (input: string) =>
      frame("event", "contentBlockDelta", { contentBlockIndex, delta: { toolUse: { input } } });
    return Buffer.concat([
      frame("event", "contentBlockStart", { contentBlockIndex, start: { toolUse: { toolUseId, name } } }),
      delta(first),
      delta(second),
      frame("event", "contentBlockStop", { contentBlockIndex }),
    ]);
  },
  broken: () => frame("event", "messageStart", { role: "assistant" }).fill(0, 20),
  error: (name) => frame("exception", name, { message: "It failed." }),
  finish: (reason) =>
    Buffer.concat([
      frame("event", "messageStop", {
        stopReason: { stop: "end_turn", calls: "tool_use", length: "max_tokens" }[reason],
      }),
      frame("event", "metadata", { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 } }),
    ]),
};

export const WIRES: Readonly<Record<ModelSettings["provider"], ProviderWire>> = {
  "openai-compatible": openAi,
  anthropic,
  bedrock,
};

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function chunk(data: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify({ id: "c", created: 1, model: "m", ...data })}\n\n`);
}

function event(data: { type: string; [field: string]: unknown }): Buffer {
  return Buffer.from(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** AWS event stream encoding: lengths, headers, payload, each part under its checksum. */
function frame(kind: "event" | "exception", name: string, payload: object): Buffer {
  const headers = Buffer.concat([
    header(":message-type", kind),
    header(`:${kind}-type`, name),
    header(":content-type", "application/json"),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = Buffer.concat([number(headers.length + body.length + 16), number(headers.length)]);
  const message = Buffer.concat([lengths, number(crc32(lengths)), headers, body]);
  return Buffer.concat([message, number(crc32(message))]);
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    Buffer.from(value),
  ]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
