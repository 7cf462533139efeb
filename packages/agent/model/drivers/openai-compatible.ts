import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { ModelDriver } from "../provider-call.ts";

/**
 * The name under which the package looks for the signatures that one maker's endpoint of this form wants back
 * with its calls; it is sent nowhere.
 */
const NAME = "google";

/**
 * Chat Completions with streaming, as many servers speak it. The base URL ends before `/chat/completions`; a
 * key is optional.
 */
export function openAiCompatibleDriver(
  id: string,
  settings: { baseUrl: string; apiKey?: Secret | undefined },
): ModelDriver {
  const { baseUrl: baseURL, apiKey } = settings;
  return async (fetch) =>
    createOpenAICompatible({
      name: NAME,
      baseURL,
      includeUsage: true,
      fetch,
      ...(apiKey ? { apiKey: apiKey.reveal() } : {}),
    }).chatModel(id);
}
