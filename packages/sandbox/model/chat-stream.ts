import type { Message } from "../server/reply.ts";
import type { Turn, TurnCall } from "./behaviour.ts";
import type { ChatRequest } from "./chat-request.ts";

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
