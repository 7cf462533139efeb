import type { RecordedRequest } from "../server/recorded-request.ts";
import type { Message } from "../server/reply.ts";
import { cutBody, type Drip, type Reply, slowDrip } from "../server/reply.ts";
import type { Behaviour, Turn, TurnCall } from "./behaviour.ts";
import { type ChatRequest, ChatRequestError, readChatRequest } from "./chat-request.ts";
import { modelInvalid } from "./model-failures.ts";

/**
 * A reply computed from the request, used in scripts. A request that the endpoint does not accept gets a 400.
 */
export type ChatReply = (request: RecordedRequest) => Reply;

/** Sends the turn at once. */
export function speaking(behaviour: Behaviour): ChatReply {
  return replying((chat) => chatMessage(chatEvents(behaviour(chat), chat)));
}

/** Sends the turn a few bytes at a time. Defaults to 24 bytes every 10 ms. */
export function slowly(behaviour: Behaviour, drip: Drip = { bytesPerChunk: 24, intervalMs: 10 }): ChatReply {
  return replying((chat) => slowDrip(chatMessage(chatEvents(behaviour(chat), chat)), drip));
}

/** Closes the connection after the first `count` events of the turn. Defaults to 4. */
export function cutOff(behaviour: Behaviour, count = 4): ChatReply {
  return replying((chat) => {
    const events = chatEvents(behaviour(chat), chat);
    const afterBytes = Buffer.byteLength(events.slice(0, count).join(""));
    return cutBody(chatMessage(events), { afterBytes, framing: "chunked" });
  });
}

/** Wraps `reply` so that a request that cannot be parsed gets the provider's refusal. */
export function replying(reply: (chat: ChatRequest) => Reply): ChatReply {
  return (request) => {
    try {
      return reply(readChatRequest(request));
    } catch (error) {
      if (error instanceof ChatRequestError) return modelInvalid(error.message);
      throw error;
    }
  };
}

const created = 1_735_689_600;

/** Returns a turn as the events of a Chat Completions stream, with one piece of text per word. */
export function chatEvents(turn: Turn, request: ChatRequest): readonly string[] {
  const { text = "", calls = [] } = turn;
  const words = text.match(/\S+\s*/g) ?? [];
  const reason = turn.finishReason ?? (calls.length > 0 ? "tool_calls" : "stop");
  const deltas: object[] = [
    { role: "assistant", content: "" },
    ...words.map((content) => ({ content })),
    ...calls.flatMap((call, index) => callDeltas(call, index, request)),
  ];
  const chunk = (fields: object) =>
    event({
      id: "chatcmpl-sandbox",
      object: "chat.completion.chunk",
      created,
      model: request.model,
      ...fields,
    });
  const choice = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  return [
    ...deltas.map((delta) => choice(delta)),
    choice({}, reason),
    ...(request.includeUsage ? [chunk({ choices: [], usage: usageOf(turn, request) })] : []),
    "data: [DONE]\n\n",
  ];
}

/** Returns the events as one response. */
export function chatMessage(events: readonly string[]): Message {
  return { headers: { "content-type": "text/event-stream; charset=utf-8" }, body: events.join("") };
}

/** Returns the name first, then the arguments in two pieces, as providers send them. */
function callDeltas(call: TurnCall, index: number, { messages }: ChatRequest): object[] {
  const middle = Math.ceil(call.arguments.length / 2);
  const id = `call_${messages.length}_${index}`;
  const pieces = [call.arguments.slice(0, middle), call.arguments.slice(middle)];
  return [
    { tool_calls: [{ index, id, type: "function", function: { name: call.name, arguments: "" } }] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

/** Returns the token usage. One word counts as one token. */
function usageOf({ text = "", calls = [] }: Turn, { messages }: ChatRequest) {
  const words = (given: string) => given.match(/\S+/g)?.length ?? 0;
  const prompt_tokens = messages.reduce((sum, message) => sum + words(message.text), 0);
  const completion_tokens = words(text) + calls.reduce((sum, call) => sum + words(call.arguments), 0);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
