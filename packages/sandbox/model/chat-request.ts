import type { RecordedRequest } from "../server/recorded-request.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** The message's text, or "" if it has no text. */
  readonly text: string;
  /** Number of tool calls in an assistant's message. */
  readonly calls: number;
}

/** The parts of a chat completion request that the server reads. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Names of the tools offered. */
  readonly tools: readonly string[];
  readonly includeUsage: boolean;
  /** Name of the JSON Schema for the answer. */
  readonly schema?: string | undefined;
}

/** Thrown for a request that the endpoint does not accept. The message gives the reason. */
export class ChatRequestError extends Error {
  override readonly name = "ChatRequestError";
}

const roles = ["system", "user", "assistant", "tool"] as const;

/** Parses the body of `POST /v1/chat/completions`. Throws `ChatRequestError`. */
export function readChatRequest(request: RecordedRequest): ChatRequest {
  const body = fieldsOf(parseJson(request.text));
  const { model, messages, tools = [], stream, stream_options, response_format } = body;
  if (typeof model !== "string") throw new ChatRequestError("you must provide a model parameter");
  if (!Array.isArray(messages) || messages.length === 0)
    throw new ChatRequestError("[] is too short - 'messages'");
  if (!Array.isArray(tools)) throw new ChatRequestError("'tools' is not an array");
  if (stream !== true) throw new ChatRequestError("this server streams every answer: 'stream' must be true");
  return {
    model,
    messages: messages.map(readMessage),
    tools: tools.map(toolName),
    includeUsage: fieldsOf(stream_options ?? {}).include_usage === true,
    schema: schemaName(response_format),
  };
}

/**
 * Returns the user's question: the last paragraph of their latest message, after the material for the answer.
 */
export function lastUserText({ messages }: ChatRequest): string {
  const said = messages.findLast(({ role }) => role === "user")?.text ?? "";
  return (
    said
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ""
  );
}

/** Returns the number of steps with tool calls since the user's latest message. */
export function stepsTaken({ messages }: ChatRequest): number {
  const start = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(start + 1).filter(({ calls }) => calls > 0).length;
}

function readMessage(value: unknown, index: number): ChatMessage {
  const { role, content, tool_calls } = fieldsOf(value);
  const known = roles.find((name) => name === role);
  if (known === undefined) throw new ChatRequestError(`'${String(role)}' is not one of ${roles.join(", ")}`);
  if (typeof content !== "string" && content !== null)
    throw new ChatRequestError(`Invalid type for 'messages[${index}].content': expected a string or null.`);
  const calls = Array.isArray(tool_calls) ? tool_calls.length : 0;
  return { role: known, text: content ?? "", calls };
}

function toolName(value: unknown): string {
  const { name } = fieldsOf(fieldsOf(value).function);
  if (typeof name !== "string" || !/^[\w-]{1,64}$/.test(name))
    throw new ChatRequestError("Invalid 'tools[].function.name': expected ^[a-zA-Z0-9_-]{1,64}$");
  return name;
}

function schemaName(format: unknown): string | undefined {
  const { name } = fieldsOf(fieldsOf(format ?? {}).json_schema ?? {});
  return typeof name === "string" ? name : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ChatRequestError("We could not parse the JSON body of your request.");
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) throw new ChatRequestError("expected an object");
  return { ...value };
}
