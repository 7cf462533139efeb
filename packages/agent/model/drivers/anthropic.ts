import { createAnthropic } from "@ai-sdk/anthropic";
import type { Secret } from "@plumbline/core/access/secret.ts";
import type { ModelDriver } from "../provider-call.ts";

/**
 * The Messages API. Base URL and key are always given, since the package reads the environment for what is
 * not.
 */
export function anthropicDriver(
  id: string,
  { baseUrl: baseURL, apiKey }: { baseUrl: string; apiKey: Secret },
): ModelDriver {
  return async (fetch) => createAnthropic({ baseURL, apiKey: apiKey.reveal(), fetch })(id);
}
