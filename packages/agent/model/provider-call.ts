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

/** The only way in which a provider package may reach the network. */
export type ModelFetch = typeof globalThis.fetch;

/** Creates the provider's model for one call. */
export type ModelDriver = (fetch: ModelFetch) => Promise<ProviderModel>;

type PromptMessage = ProviderPrompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];

/**
 * Converts a conversation for the provider packages. If no tool is offered, tool calls are omitted and their
 * results become text: some providers reject calls without tools, and the package of one silently drops both.
 */
export function buildProviderPrompt(
  system: string,
  messages: readonly ModelMessage[],
  toolsOffered: boolean,
): ProviderPrompt {
  const prompt: ProviderPrompt = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    if (message.role === "user") prompt.push(userMessage(message.text));
    else if (message.role === "assistant") prompt.push(...assistantMessage(message, toolsOffered));
    else if (toolsOffered) prompt.push(toolMessage(message.results));
    else prompt.push(userMessage(message.results.map(resultAsText).join("\n\n")));
  }
  return prompt;
}

function userMessage(text: string): PromptMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/**
 * Converts an assistant message. Omits empty text, which some providers reject. Returns an empty list for an
 * empty answer.
 */
function assistantMessage(message: AssistantMessage, withCalls: boolean): PromptMessage[] {
  const { text, toolCalls = [], reasoning = [] } = message;
  const content: AssistantPart[] = [];
  if (withCalls) {
    for (const thought of reasoning)
      content.push({ type: "reasoning", text: thought.text, ...optionsOf(thought) });
  }
  if (text.trim() !== "") content.push({ type: "text", text });
  if (withCalls) {
    for (const call of toolCalls) {
      const { id: toolCallId, name } = call;
      content.push({
        type: "tool-call",
        toolCallId,
        toolName: providerToolName(name),
        input: inputOf(call),
        ...optionsOf(call),
      });
    }
  }
  return content.length === 0 ? [] : [{ role: "assistant", content }];
}

function toolMessage(results: readonly ToolResult[]): PromptMessage {
  return {
    role: "tool",
    content: results.map((result) => ({
      type: "tool-result",
      toolCallId: result.toolCallId,
      toolName: providerToolName(result.name),
      output: { type: result.isError ? "error-text" : "text", value: contentOf(result) },
    })),
  };
}

/**
 * Returns a call's arguments. Providers accept only an object, so anything else is replaced by an empty one;
 * the call's result states the problem.
 */
function inputOf(call: ToolCall): unknown {
  const input = "arguments" in call ? call.arguments : undefined;
  return input !== null && typeof input === "object" && !Array.isArray(input) ? input : {};
}

function resultAsText(result: ToolResult): string {
  const what = result.isError ? "tool_error" : "tool_result";
  return `<${what} name="${providerToolName(result.name)}">\n${contentOf(result)}\n</${what}>`;
}

function contentOf({ content }: ToolResult): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? null);
}

function optionsOf({ providerData }: { readonly providerData?: ProviderData }) {
  return providerData === undefined ? {} : { providerOptions: providerData };
}

/** Characters that no provider accepts in a tool's name, and the longest name that all of them accept. */
const FORBIDDEN = /[^\w-]/g;
const LONGEST_NAME = 64;

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
 * Returns a tool name to send to a provider. A name that a model made up may contain anything and would cause
 * the whole request to be rejected.
 */
export function providerToolName(name: string): string {
  return toModelName(name).replace(FORBIDDEN, "_").slice(0, LONGEST_NAME) || "unnamed";
}

/** Maps the names by which the model knows the offered tools to their names in the registry. */
export function mapOfferedNames(tools: readonly Tool[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [toModelName(tool.name), tool.name]));
}
