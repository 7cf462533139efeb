import type { SearchSettings } from "@plumbline/grounding";
import * as z from "zod";
import { apiKey, baseUrl, onOrOff } from "./setting-values.ts";

/** The search backends, in the order in which research queries them, with their default URLs. */
export const SEARCH_BACKENDS = [
  {
    word: "search_a",
    speaksTo: "Brave Search API",
    setting: "SEARCH_A_BASE_URL",
    baseUrl: "https://api.search.brave.com/res/v1",
    use: "research, first choice",
  },
  {
    word: "search_b",
    speaksTo: "Tavily",
    setting: "SEARCH_B_BASE_URL",
    baseUrl: "https://api.tavily.com",
    use: "research, second",
  },
  {
    word: "search_c",
    speaksTo: "your own SearXNG instance",
    setting: "SEARCH_C_INSTANCE_URL",
    /** No default: the operator must configure a URL. */
    baseUrl: null,
    use: "research, third",
  },
  {
    word: "search_d",
    speaksTo: "DuckDuckGo's HTML page",
    setting: "SEARCH_D_BASE_URL",
    baseUrl: "https://html.duckduckgo.com/html/",
    use: "research, last resort, off by default",
  },
] as const;

const [BACKEND_A, BACKEND_B, , BACKEND_D] = SEARCH_BACKENDS;

export const searchVariables = {
  SEARCH_A_API_KEY: apiKey.optional(),
  SEARCH_A_BASE_URL: baseUrl.default(BACKEND_A.baseUrl),
  SEARCH_B_API_KEY: apiKey.optional(),
  SEARCH_B_BASE_URL: baseUrl.default(BACKEND_B.baseUrl),
  SEARCH_C_INSTANCE_URL: baseUrl.optional(),
  ALLOW_HTML_SEARCH_FALLBACK: onOrOff.default(false),
  SEARCH_D_BASE_URL: baseUrl.default(BACKEND_D.baseUrl),
};

const schema = z.object(searchVariables);

/** Returns the configured backends. Omits those without a key or that the operator has not enabled. */
export function searchOf(values: z.infer<typeof schema>): SearchSettings {
  const { SEARCH_A_API_KEY: keyA, SEARCH_B_API_KEY: keyB, SEARCH_C_INSTANCE_URL: instanceUrl } = values;
  return {
    a: keyA && { apiKey: keyA, baseUrl: values.SEARCH_A_BASE_URL },
    b: keyB && { apiKey: keyB, baseUrl: values.SEARCH_B_BASE_URL },
    c: instanceUrl === undefined ? undefined : { instanceUrl },
    d: values.ALLOW_HTML_SEARCH_FALLBACK ? { baseUrl: values.SEARCH_D_BASE_URL } : undefined,
  };
}
