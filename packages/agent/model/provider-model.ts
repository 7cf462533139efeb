import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";

/** The AI SDK's model (LanguageModelV3), whichever of its provider packages it comes from; `doStream` alone is used. */
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
