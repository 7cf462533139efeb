import type { AssistantMessage, ModelMessage, ProviderData, ToolCall, ToolResult } from "./model.ts";
import type { ProviderPrompt } from "./provider-model.ts";
import { providerToolName } from "./provider-tools.ts";

type PromptMessage = ProviderPrompt[number];
type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];

/**
 * A conversation as the provider packages take it. Where no tool is offered, calls are left out and their results told as
 * text: some providers refuse calls without tools, and the package for one of them drops both without a word.
 */
export function providerPrompt(
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

/** Providers take an object alone, so a call whose arguments are none is told without them; its result says what was wrong. */
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
