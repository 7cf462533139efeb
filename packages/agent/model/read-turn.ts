import { isNestedDeeperThan } from "@plumbline/core/text/json.ts";
import type {
  AssistantMessage,
  FinishReason,
  ModelEvent,
  ProviderData,
  Reasoning,
  ToolCall,
} from "./model.ts";
import { cutOff, failureFromPart } from "./provider-failure.ts";
import type { ProviderPart, ProviderStream } from "./provider-model.ts";

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

/** No tool's arguments go so deep; whatever walks through them afterwards has a stack that ends. */
const DEEPEST = 100;

/**
 * A provider's stream as our events. Calls are held back until the answer is whole: of one that breaks off none may be carried out.
 * Throws AdapterError or ModelError, and whatever the provider package throws.
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
        toolCalls.push(toolCall(part, registryNames));
        break;
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        thoughts.set(part.id, thinking(thoughts.get(part.id), part));
        break;
      case "finish":
        finish = part;
        break;
      case "error":
        throw failureFromPart(part.error);
    }
  }
  // The packages end every stream with a finish of their own; one without the provider's word for it was cut.
  if (finish?.finishReason.raw === undefined) throw cutOff();
  for (const call of toolCalls) yield { type: "tool_call", ...call };
  yield {
    type: "finish",
    reason: toolCalls.length > 0 ? "tool_calls" : REASONS[finish.finishReason.unified],
    usage: {
      inputTokens: finish.usage.inputTokens.total ?? 0,
      outputTokens: finish.usage.outputTokens.total ?? 0,
    },
    message: wholeTurn(text, toolCalls, [...thoughts.values()]),
  };
}

function toolCall(
  part: Extract<ProviderPart, { type: "tool-call" }>,
  registryNames: ReadonlyMap<string, string>,
): ToolCall {
  return {
    id: part.toolCallId,
    name: registryNames.get(part.toolName) ?? part.toolName,
    ...dataOf(part),
    ...argumentsIn(part.input),
  };
}

/** No text at all is how some providers say that there are no arguments. */
function argumentsIn(input: string): { arguments: unknown } | { malformed: string } {
  if (input.trim() === "") return { arguments: {} };
  try {
    const value: unknown = JSON.parse(input);
    return isNestedDeeperThan(DEEPEST, value) ? { malformed: input } : { arguments: value };
  } catch {
    return { malformed: input };
  }
}

function thinking(before: Reasoning | undefined, part: ReasoningPart): Reasoning {
  const more = part.type === "reasoning-delta" ? part.delta : "";
  return { ...before, text: `${before?.text ?? ""}${more}`, ...dataOf(part) };
}

function dataOf({ providerMetadata }: { providerMetadata?: ProviderData | undefined }) {
  return providerMetadata === undefined ? {} : { providerData: providerMetadata };
}

function wholeTurn(
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
