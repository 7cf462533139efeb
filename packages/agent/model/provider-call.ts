import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { inputSchema } from "@plumbline/core/tool/tool-forms.ts";
import type { AssistantMessage, ModelMessage, ProviderData, ToolCall, ToolResult } from "./model.ts";

/**
 * The AI SDK's model (LanguageModelV3), whichever of its provider packages it comes from; `doStream` alone is
 * used.
 */
export type ProviderModel = Pick<
  ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>,
  "doStream"
>;

export type ProviderCall = Parameters<ProviderModel["doStream"]>[0];
export type ProviderStream = Awaited<ReturnType<ProviderModel["doStream"]>>["stream"];
export type ProviderPart = ProviderStream extends ReadableStream<infer Part> ? Part : never;
export type ProviderPrompt = ProviderCall["prompt"];
export type ProviderTool = Extract<NonNullable<ProviderCall["tools"]>[number], { type: "function" }>;

/** The one way a provider package reaches the network. */
export type ModelFetch = typeof globalThis.fetch;

/** Makes the provider's model for one call. */
export type ModelDriver = (fetch: ModelFetch) => Promise<ProviderModel>;

type PromptMessage = ProviderPrompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];

/**
 * A conversation as the provider packages take it. Where no tool is offered, calls are left out and their
 * results told as text: some providers refuse calls without tools, and the package for one of them drops both
 * without a word.
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

/** Empty texts are refused by some providers, so they are left out; nothing is left of an empty answer. */
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
 * Providers take only an object, so any other arguments are left out of the call; its result says what was
 * wrong.
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

/** Characters that no provider takes in a tool's name, and the longest name that all of them take. */
const FORBIDDEN = /[^\w-]/g;
const LONGEST_NAME = 64;

/** A tool as the provider packages take it; each puts it into its provider's form. */
export function buildProviderTool(tool: Tool): ProviderTool {
  return {
    type: "function",
    name: toModelName(tool.name),
    description: tool.description,
    inputSchema: inputSchema(tool),
  };
}

/**
 * A name to send to a provider. One that a model made up may hold anything, and would have the whole request
 * refused.
 */
export function providerToolName(name: string): string {
  return toModelName(name).replace(FORBIDDEN, "_").slice(0, LONGEST_NAME) || "unnamed";
}

/** The registry's names of the tools offered, by the names the model knows them under. */
export function mapOfferedNames(tools: readonly Tool[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [toModelName(tool.name), tool.name]));
}
