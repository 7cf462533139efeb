import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import { MODEL_PROVIDERS } from "@plumbline/agent/model/model.ts";
import * as z from "zod";
import { apiKey, baseUrl } from "./setting-values.ts";

/** The variables that choose a model. */
export const modelVariables = {
  MODEL_PROVIDER: z
    .enum(MODEL_PROVIDERS, { error: `must be one of ${MODEL_PROVIDERS.join(", ")}` })
    .optional(),
  MODEL_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be the provider's name of the model, without spaces")
    .optional(),
  MODEL_BASE_URL: baseUrl.optional(),
  MODEL_API_KEY: apiKey.optional(),
};

const schema = z.object(modelVariables);

/** The operator's choice; `undefined` for no model. */
export function modelOf(values: z.infer<typeof schema>): ModelSettings | undefined {
  const { MODEL_PROVIDER: provider, MODEL_ID: id, MODEL_BASE_URL: baseUrl, MODEL_API_KEY: apiKey } = values;
  return provider === undefined || id === undefined ? undefined : { provider, id, baseUrl, apiKey };
}

/**
 * Names the variables that are missing beside those that are set. A model is chosen completely or not at all.
 */
export function incompleteModel(set: Readonly<Record<string, unknown>>): string[] {
  const given = Object.keys(modelVariables).filter((name) => set[name] !== undefined);
  const missing = ["MODEL_PROVIDER", "MODEL_ID"].filter((name) => !given.includes(name));
  if (given.length === 0 || missing.length === 0) return [];
  return [`${given[0]} needs ${missing.join(" and ")} beside it`];
}
