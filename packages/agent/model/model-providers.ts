/** The kinds of model service there are drivers for. In a file of its own, so that settings are read without loading a model. */
export const MODEL_PROVIDERS = ["bedrock", "anthropic", "openai-compatible"] as const;

export type ModelProvider = (typeof MODEL_PROVIDERS)[number];
