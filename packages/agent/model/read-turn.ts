import {
  AdapterError,
  AdapterRateLimitedError,
  AdapterTransientError,
} from "@plumbline/core/errors/adapter-error.ts";
import { parseRequestJson } from "@plumbline/core/text/parse-json.ts";
import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import * as z from "zod";
import type {
  AssistantMessage,
  FinishReason,
  ModelEvent,
  ProviderData,
  Reasoning,
  ToolCall,
} from "./model.ts";
import { ModelError } from "./model-error.ts";
import type { ProviderPart, ProviderStream } from "./provider-call.ts";

type Finish = Extract<ProviderPart, { type: "finish" }>;
type ReasoningPart = Extract<ProviderPart, { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }>;

const REASONS: Readonly<Record<Finish["finishReason"]["unified"], FinishReason>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  error: "other",
  other: "other",
};

/** Maximum nesting depth of arguments. No tool needs more, and deeper values could exhaust the stack. */
const MAX_DEPTH = 100;

/**
 * Converts a provider's stream to our events. Holds tool calls back until the answer is complete, because
 * none may be carried out if it is cut off. Throws AdapterError or ModelError, and any error of the
 * provider's package.
 */
export async function* readTurn(
  stream: ProviderStream,
  registryNames: ReadonlyMap<string, string>,
): AsyncGenerator<ModelEvent, void> {
  const toolCalls: ToolCall[] = [];
  const thoughts = new Map<string, Reasoning>();
  let text = "";
  let finish: Finish | undefined;
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        text += part.delta;
        if (part.delta !== "") yield { type: "text", text: part.delta };
        break;
      case "tool-call":
        toolCalls.push(toToolCall(part, registryNames));
        break;
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        thoughts.set(part.id, addReasoning(thoughts.get(part.id), part));
        break;
      case "finish":
        finish = part;
        break;
      case "error":
        throw convertErrorEvent(part.error);
    }
  }
  // The packages end every stream with their own finish event. Without the provider's reason, the answer was
  // cut off.
  if (finish?.finishReason.raw === undefined) throw createCutOffError();
  for (const call of toolCalls) yield { type: "tool_call", ...call };
  yield {
    type: "finish",
    reason: toolCalls.length > 0 ? "tool_calls" : REASONS[finish.finishReason.unified],
    usage: {
      inputTokens: finish.usage.inputTokens.total ?? 0,
      outputTokens: finish.usage.outputTokens.total ?? 0,
    },
    message: createMessage(text, toolCalls, [...thoughts.values()]),
  };
}

function toToolCall(
  part: Extract<ProviderPart, { type: "tool-call" }>,
  registryNames: ReadonlyMap<string, string>,
): ToolCall {
  return {
    id: part.toolCallId,
    name: registryNames.get(part.toolName) ?? part.toolName,
    ...getProviderData(part),
    ...parseArguments(part.input),
  };
}

/** Parses arguments. Some providers send no text if there are no arguments. */
function parseArguments(input: string): { arguments: unknown } | { malformed: string } {
  if (input.trim() === "") return { arguments: {} };
  try {
    const value = parseRequestJson(input);
    return isNestedDeeperThan(MAX_DEPTH, value) ? { malformed: input } : { arguments: value };
  } catch {
    return { malformed: input };
  }
}

function addReasoning(before: Reasoning | undefined, part: ReasoningPart): Reasoning {
  const more = part.type === "reasoning-delta" ? part.delta : "";
  return { ...before, text: `${before?.text ?? ""}${more}`, ...getProviderData(part) };
}

function getProviderData({ providerMetadata }: { providerMetadata?: ProviderData | undefined }) {
  return providerMetadata === undefined ? {} : { providerData: providerMetadata };
}

function createMessage(
  text: string,
  toolCalls: readonly ToolCall[],
  reasoning: readonly Reasoning[],
): AssistantMessage {
  return {
    role: "assistant",
    text,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(reasoning.length === 0 ? {} : { reasoning }),
  };
}

const RATE_LIMIT = /rate.?limit|throttl|too.?many/i;

/**
 * Messages with which two of the packages report a body that ended too early. The others send a finish event
 * without a reason.
 */
const ENDED_EARLY =
  /^Response stream ended without a finish reason|^Incomplete Amazon Bedrock event-stream frame/;

const name = z.string().optional().catch(undefined);

/** A provider's error event in the middle of an answer. */
const errorEvent = z.object({ type: name, code: name, message: z.string() });

/** The used parts of the AI SDK's APICallError, which is thrown if the first event is an error. */
const callError = z.object({ statusCode: z.number(), responseBody: z.string() });

/** Creates the error for an answer that ended without a reason. */
export function createCutOffError(providerCode = "cut_off"): AdapterTransientError {
  return new AdapterTransientError("The model's response was cut off.", {
    status: 200,
    providerCode,
  });
}

/**
 * Converts an error event in the middle of an answer: an error of the provider, or of the package if it could
 * not parse an event.
 */
export function convertErrorEvent(error: unknown): AdapterError | ModelError {
  if (error instanceof Error) return convertThrownError(error);
  const { type, code } = errorEvent.catch({ message: "", type: undefined, code: undefined }).parse(error);
  const named = code ?? type;
  if (named === undefined || !RATE_LIMIT.test(named)) return createCutOffError(named);
  const message = "The model's provider is limiting requests.";
  return new AdapterRateLimitedError(message, { status: 200, providerCode: named });
}

/**
 * Converts an error thrown by a provider's package: our own error that it passed on, or one about an invalid
 * answer.
 */
export function convertThrownError(error: unknown): AdapterError | ModelError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AdapterError || cause instanceof ModelError) return cause;
  }
  if (error instanceof Error && ENDED_EARLY.test(error.message)) return createCutOffError();
  const call = callError.safeParse(error).data;
  const first = call && errorEvent.safeParse(tryParseJson(call.responseBody)).data;
  if (call && first) {
    const message = "The model's provider failed before it responded.";
    return new AdapterTransientError(message, { status: call.statusCode, providerCode: first.type });
  }
  return new ModelError("model_bad_answer", "The model's response could not be read.", {
    providerCode: error instanceof Error ? error.name : undefined,
  });
}

/**
 * Returns whether arrays and objects of a JSON value are nested more than `levels` deep. Uses no recursion,
 * so that it cannot exhaust the stack.
 */
function isNestedDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true;
    level = level.flatMap((outer) =>
      typeof outer !== "object" || outer === null
        ? []
        : Object.values(outer).filter((inner) => typeof inner === "object" && inner !== null),
    );
  }
  return false;
}
