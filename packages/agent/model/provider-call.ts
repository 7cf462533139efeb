import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { inputSchema } from "@plumbline/core/tool/tool-forms.ts";
import type { AssistantMessage, ModelMessage, ProviderData, ToolCall, ToolResult } from "./model.ts";

/** The AI SDK's model (LanguageModelV3) from any of its provider packages. Only `doStream` is used. */
export type ProviderModel = Pick<
  ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>,
  "doStream"
>;

export type ProviderCall = Parameters<ProviderModel["doStream"]>[0];
export type ProviderStream = Awaited<ReturnType<ProviderModel["doStream"]>>["stream"];
export type ProviderPart = ProviderStream extends ReadableStream<infer Part> ? Part : never;
export type ProviderPrompt = ProviderCall["prompt"];
export type ProviderTool = Extract<NonNullable<ProviderCall["tools"]>[number], { type: "function" }>;

/** The only access of provider packages to the network. */
export type ModelFetch = typeof globalThis.fetch;

/** Creates the provider's model for one call. */
export type ModelDriver = (fetch: ModelFetch) => Promise<ProviderModel>;

type PromptMessage = ProviderPrompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];

/**
 * Converts a conversation for the provider packages. If no tool is offered, omits tool calls and converts
 * their results to text: some providers reject calls without tools, and one package silently drops both.
 */
export function buildProviderPrompt(
  system: string,
  messages: readonly ModelMessage[],
  toolsOffered: boolean,
): ProviderPrompt {
  const prompt: ProviderPrompt = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user") prompt.push(toUserMessage(message.text));
    else if (message.role === "assistant") prompt.push(...toAssistantMessages(message, toolsOffered));
    else if (toolsOffered) prompt.push(toToolMessage(message.results));
    else prompt.push(toUserMessage(message.results.map(resultToText).join("\n\n")));
  }
  return prompt;
}

function toUserMessage(text: string): PromptMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/**
 * Converts an assistant message. Omits empty text, which some providers reject. Returns an empty list for an
 * empty answer.
 */
function toAssistantMessages(message: AssistantMessage, withCalls: boolean): PromptMessage[] {
  const { text, toolCalls = [], reasoning = [] } = message;
  const content: AssistantPart[] = [];
  if (withCalls) {
    for (const thought of reasoning)
      content.push({ type: "reasoning", text: thought.text, ...getProviderOptions(thought) });
  }
  if (text.trim() !== "") content.push({ type: "text", text });
  if (withCalls) {
    for (const call of toolCalls) {
      const { id: toolCallId, name } = call;
      content.push({
        type: "tool-call",
        toolCallId,
        toolName: toProviderToolName(name),
        input: getInput(call),
        ...getProviderOptions(call),
      });
    }
  }
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function toToolMessage(results: readonly ToolResult[]): PromptMessage {
  return {
    role: "tool",
    content: results.map((result) => ({
      type: "tool-result",
      toolCallId: result.toolCallId,
      toolName: toProviderToolName(result.name),
      output: { type: result.isError ? "error-text" : "text", value: getContent(result) },
    })),
  };
}

/**
 * Returns a call's arguments. Replaces anything but an object with an empty object, because providers accept
 * only objects. The call's result reports the problem.
 */
function getInput(call: ToolCall): unknown {
  const input = "arguments" in call ? call.arguments : undefined;
  return input !== null && typeof input === "object" && !Array.isArray(input) ? input : {};
}

function resultToText(result: ToolResult): string {
  const what = result.isError ? "tool_error" : "tool_result";
  return `<${what} name="${toProviderToolName(result.name)}">\n${getContent(result)}\n</${what}>`;
}

function getContent({ content }: ToolResult): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? null);
}

function getProviderOptions({ providerData }: { readonly providerData?: ProviderData }) {
  return providerData === undefined ? {} : { providerOptions: providerData };
}

/**
 * Characters that some provider rejects in a tool's name, and the maximum length that all providers accept.
 */
const FORBIDDEN = /[^\w-]/g;
const MAX_NAME_LENGTH = 64;

/** Converts a tool for the provider packages, which convert it to their provider's format. */
export function buildProviderTool(tool: Tool): ProviderTool {
  return {
    type: "function",
    name: toModelName(tool.name),
    description: tool.description,
    inputSchema: inputSchema(tool),
  };
}

/**
 * Returns a tool name that a provider accepts. A name that a model made up may contain any characters, for
 * which the provider would reject the whole request.
 */
export function toProviderToolName(name: string): string {
  return toModelName(name).replace(FORBIDDEN, "_").slice(0, MAX_NAME_LENGTH) || "unnamed";
}

/** Maps the names of the offered tools in the model's spelling to their names in the registry. */
export function mapOfferedNames(tools: readonly Tool[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [toModelName(tool.name), tool.name]));
}
