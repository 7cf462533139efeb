import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import { writeUiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
  validateUIMessages,
} from "ai";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { createUiMessageSchema } from "../../packages/http/endpoints/run-request.ts";
import { eventStream, UI_MESSAGE_STREAM_HEADERS } from "../../packages/http/event-stream.ts";
import { listen } from "../../packages/local/server/listener.ts";
import {
  cutOff,
  failed,
  grounded,
  played,
  SEQUENCES,
  severalSteps,
  talk,
} from "../agent/run/chunk-sequences.ts";
import { startedForFile } from "../support/started.ts";

const request = createUiMessageSchema(
  z.strictObject({
    conversation_id: z.string().optional(),
    message_id: z.string().optional(),
    messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
    max_steps: z.int().default(8),
  }),
);

/** Plays the answer to the next request. */
let play: (signal: AbortSignal) => AsyncIterable<Chunk>;
/** Requests as the agent would receive them. */
let asked: z.output<typeof request>[];
const clock = new ManualClock();
const onCancel = vi.fn();

const listener = startedForFile(() =>
  listen(
    async (incoming) => {
      asked.push(request.parse(await incoming.json()));
      const abort = new AbortController();
      const stream = eventStream(writeUiMessageEvents(play(abort.signal)), {
        clock,
        onCancel() {
          onCancel();
          abort.abort();
        },
      });
      return new Response(stream, { headers: UI_MESSAGE_STREAM_HEADERS });
    },
    "127.0.0.1",
    0,
  ),
);

beforeEach(() => {
  asked = [];
  onCancel.mockClear();
});

function transport(body: object = {}) {
  return new DefaultChatTransport({
    api: `http://127.0.0.1:${listener.port}/api/v1/agent/stream?protocol=ui-message`,
    body,
  });
}

const question: UIMessage = { id: "u-1", role: "user", parts: [{ type: "text", text: "Who was Ada?" }] };

interface Reading {
  /** The message, state by state. */
  states: UIMessage[];
  errors: unknown[];
}

/** Asks and reads the answer to its end; calls `seen` with each state of the message. */
async function read(seen: (message: UIMessage) => void = () => undefined): Promise<Reading> {
  const stream = await transport().sendMessages({
    chatId: "chat-1",
    messages: [question],
    trigger: "submit-message",
    messageId: undefined,
    abortSignal: undefined,
  });
  const reading: Reading = { states: [], errors: [] };
  for await (const message of readUIMessageStream({
    stream,
    onError: (error) => reading.errors.push(error),
  })) {
    reading.states.push(message);
    seen(message);
  }
  return reading;
}

async function answerOf(chunks: readonly Chunk[]): Promise<UIMessage> {
  play = () => played(chunks);
  const { states, errors } = await read();
  expect(errors).toEqual([]);
  return lastOf(states);
}

function promised<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<Value>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}

function lastOf(states: readonly UIMessage[]): UIMessage {
  const last = states.at(-1);
  if (!last) throw new Error("nothing was read");
  return last;
}

const spoken = ({ parts }: UIMessage) =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

const whole = Object.entries(SEQUENCES).filter(([name]) => name !== "failed");

describe("the client reads", () => {
  test.each(whole)("a message of %s that it would take back", async (_name, chunks) => {
    const message = await answerOf(chunks);
    expect(await validateUIMessages({ messages: [question, message] })).toHaveLength(2);
  });

  test("sources, what they bear out, and what nothing does", async () => {
    const { parts } = await answerOf(grounded);
    expect(parts.map(({ type }) => type)).toEqual([
      "step-start",
      "dynamic-tool",
      "step-start",
      "text",
      "source-url",
      "data-citations",
      "source-url",
      "data-citations",
      "data-unverified",
      "text",
    ]);
    const sources = parts.flatMap((part) => (part.type === "source-url" ? [part.url] : []));
    expect(sources).toEqual(["https://two.example/a?b=1&c=1", "https://one.example/a?b=1&c=0"]);
  });

  test("an error in its own words, and the text until then", async () => {
    play = () => played(failed);
    const { states, errors } = await read();
    expect(errors).toEqual([new Error("The model's response was cut off.")]);
    expect(spoken(lastOf(states))).toBe("It is said th");
    expect(lastOf(states)).toMatchObject({
      metadata: { stop_reason: "error" },
      parts: [
        { type: "step-start" },
        { type: "text", state: "done" },
        { type: "data-error", data: { error_code: "model_cut_off" } },
      ],
    });
  });

  test("what came before the connection broke, and that it broke", async () => {
    // The HTTP server writes what broke a body to the console.
    const console = vi.spyOn(globalThis.console, "error").mockReturnValue();
    const breaks = promised<never>();
    play = async function* () {
      yield* cutOff;
      await breaks.promise;
    };
    const { states, errors } = await read(({ parts }) => {
      if (parts.length === 5) breaks.reject(new Error("inside"));
    });
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).not.toContain("inside");
    expect(lastOf(states).parts.at(-1)).toMatchObject({ type: "dynamic-tool", state: "input-available" });
    expect(lastOf(states).metadata).not.toHaveProperty("stop_reason");
    console.mockRestore();
  });
});

/** The SDK's chat without the hook of `useChat`, over a plain state object. */
class PlainChat extends AbstractChat<UIMessage> {
  constructor(init: ChatInit<UIMessage>) {
    super({ ...init, state: plainState() });
  }
}

function plainState(): ChatState<UIMessage> {
  return {
    status: "ready",
    error: undefined,
    messages: [],
    pushMessage(message) {
      this.messages = [...this.messages, message];
    },
    popMessage() {
      this.messages = this.messages.slice(0, -1);
    },
    replaceMessage(index, message) {
      this.messages = this.messages.with(index, message);
    },
    snapshot: structuredClone,
  };
}

describe("a chat", () => {
  test("asks with its history: what was said, not what was shown", async () => {
    const chat = new PlainChat({ transport: transport({ max_steps: 3 }) });
    play = () => played(grounded);
    await chat.sendMessage({ text: "Who was Ada?" });
    await chat.sendMessage({ text: "And Babbage?" });
    await chat.regenerate();
    const said = { role: "assistant", content: "A claim of two.example. Both say it.\n\nShall I go on?" };
    const first = { role: "user", content: "Who was Ada?" };
    const second = { role: "user", content: "And Babbage?" };
    expect(asked).toEqual([
      { conversation_id: chat.id, message_id: expect.any(String), messages: [first], max_steps: 3 },
      { ...asked[1], conversation_id: chat.id, messages: [first, said, second], max_steps: 3 },
      // The same message, run again.
      asked[1],
    ]);
    expect(asked[1]?.message_id).not.toBe(asked[0]?.message_id);
    expect(chat.status).toBe("ready");
  });

  test("leaves the tools to the service, and does not ask again when they have answered", async () => {
    const onToolCall = vi.fn();
    const chat = new PlainChat({
      transport: transport(),
      onToolCall,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    });
    play = () => played([...severalSteps.slice(0, -2), ...severalSteps.slice(-1)]);
    await chat.sendMessage({ text: "Look" });
    expect(chat.lastMessage?.parts.at(-1)).toMatchObject({ type: "dynamic-tool", state: "output-available" });
    expect([asked.length, onToolCall.mock.calls.length]).toEqual([1, 0]);
  });

  test("tells of an error, with its code, and can go on after it", async () => {
    const data: unknown[] = [];
    const chat = new PlainChat({ transport: transport(), onData: (part) => data.push(part) });
    play = () => played(failed);
    await chat.sendMessage({ text: "Well?" });
    expect([chat.status, chat.error?.message]).toEqual(["error", "The model's response was cut off."]);
    expect(data).toMatchObject([{ type: "data-error", data: { error_code: "model_cut_off" } }]);
    play = () => played(talk);
    await chat.sendMessage({ text: "Again?" });
    expect([chat.status, asked.at(-1)?.messages.map(({ role }) => role)]).toEqual([
      "ready",
      ["user", "assistant", "user"],
    ]);
  });

  test("that is stopped stops the run, whatever it waits for", async () => {
    const shown = promised<void>();
    const ended = promised<void>();
    play = async function* (signal) {
      try {
        yield* grounded.slice(0, -2);
        await new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        );
      } finally {
        ended.resolve();
      }
    };
    const chat = new PlainChat({
      transport: transport(),
      onData({ type }) {
        if (type === "data-unverified") shown.resolve();
      },
    });
    const answered = chat.sendMessage({ text: "Well?" });
    await shown.promise;
    await chat.stop();
    await Promise.all([answered, ended.promise]);
    expect(onCancel).toHaveBeenCalledOnce();
    expect(chat.status).toBe("ready");
  });
});
