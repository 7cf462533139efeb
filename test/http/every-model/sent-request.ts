import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import * as z from "zod";

/** A request to a model, read from its provider's own form. */
export interface SentRequest {
  system: string;
  /** Texts in the user's place, oldest first. */
  userTexts: readonly string[];
  /** The model's own calls as they were handed back to it. */
  calls: readonly Call[];
  /** Results of these calls, in the order in which the model received them. */
  results: readonly Result[];
  /** Still in the provider's own form. */
  tools: readonly unknown[];
}

interface Call {
  id: string;
  name: string;
  arguments: unknown;
}

interface Result {
  id: string;
  text: string;
}

type Part = { user: string } | { call: Call } | { result: Result };

/** Reads one request; throws for one that is not in this provider's form. */
export function sentRequest(provider: ModelSettings["provider"], request: RecordedRequest): SentRequest {
  const { system, parts, tools } = FORMS[provider].parse(request.json());
  return {
    system,
    userTexts: parts.flatMap((part) => ("user" in part ? [part.user] : [])),
    calls: parts.flatMap((part) => ("call" in part ? [part.call] : [])),
    results: parts.flatMap((part) => ("result" in part ? [part.result] : [])),
    tools,
  };
}

const id = z.string();
const name = z.string();
const text = z.string();
const tools = z.array(z.unknown()).default([]);

const openAiCall = z
  .object({ id, type: z.literal("function"), function: z.object({ name, arguments: z.string() }) })
  .transform(({ id, function: called }): Part => {
    return { call: { id, name: called.name, arguments: JSON.parse(called.arguments) } };
  });

const openAiMessage = z.discriminatedUnion("role", [
  z
    .object({ role: z.literal("user"), content: text })
    .transform(({ content }): Part[] => [{ user: content }]),
  z
    .object({ role: z.literal("assistant"), tool_calls: z.array(openAiCall).default([]) })
    .transform(({ tool_calls }): Part[] => tool_calls),
  z
    .object({ role: z.literal("tool"), tool_call_id: id, content: text })
    .transform(({ tool_call_id, content }): Part[] => [{ result: { id: tool_call_id, text: content } }]),
]);

const openAi = z
  .object({
    messages: z.tuple([z.object({ role: z.literal("system"), content: text })], openAiMessage),
    tools,
  })
  .transform(({ messages: [system, ...others], tools }) => {
    return { system: system.content, parts: others.flat(), tools };
  });

/** A message of one speaker and its parts; of the assistant's, the calls alone. */
function messagesOf(part: z.ZodType<Part>) {
  return z.array(
    z
      .object({ role: z.enum(["user", "assistant"]), content: z.array(part) })
      .transform(({ role, content }) => content.filter((one) => role === "user" || "call" in one)),
  );
}

const anthropicPart = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text }).transform(({ text }): Part => ({ user: text })),
  z
    .object({ type: z.literal("tool_use"), id, name, input: z.unknown() })
    .transform(({ id, name, input }): Part => ({ call: { id, name, arguments: input } })),
  z
    .object({ type: z.literal("tool_result"), tool_use_id: id, content: text })
    .transform(({ tool_use_id, content }): Part => ({ result: { id: tool_use_id, text: content } })),
]);

const anthropic = z
  .object({
    system: z.tuple([z.object({ type: z.literal("text"), text })]),
    messages: messagesOf(anthropicPart),
    tools,
  })
  .transform(({ system: [{ text }], messages, tools }) => ({ system: text, parts: messages.flat(), tools }));

const bedrockPart = z.union([
  z.object({ text }).transform(({ text }): Part => ({ user: text })),
  z
    .object({ toolUse: z.object({ toolUseId: id, name, input: z.unknown() }) })
    .transform(({ toolUse: { toolUseId, name, input } }): Part => {
      return { call: { id: toolUseId, name, arguments: input } };
    }),
  z
    .object({ toolResult: z.object({ toolUseId: id, content: z.tuple([z.object({ text })]) }) })
    .transform(({ toolResult: { toolUseId, content } }): Part => {
      return { result: { id: toolUseId, text: content[0].text } };
    }),
]);

const bedrock = z
  .object({
    system: z.tuple([z.object({ text })]),
    messages: messagesOf(bedrockPart),
    toolConfig: z.object({ tools }).default({ tools: [] }),
  })
  .transform(({ system: [{ text }], messages, toolConfig }) => {
    return { system: text, parts: messages.flat(), tools: toolConfig.tools };
  });

const FORMS = { "openai-compatible": openAi, anthropic, bedrock };
