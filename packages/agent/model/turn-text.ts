import type { Model, ModelRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";

/** Everything a model says in one turn without tools. Throws ModelError, also for a turn that says nothing or was broken off at its provider's bounds. */
export async function turnText(
  model: Model,
  request: Omit<ModelRequest, "tools" | "toolChoice">,
): Promise<string> {
  let text = "";
  for await (const event of model.stream({ ...request, tools: [] })) {
    if (event.type === "text") text += event.text;
    if (event.type === "finish") refuseUnfinished(event.reason, text);
  }
  return text;
}

/** Throws ModelError for an end that is none: nothing said, cut at the provider's length, or held back by its filter. */
export function refuseUnfinished(reason: string, text: string): void {
  if (reason === "length")
    throw new ModelError("model_cut_off", "The model's answer was longer than its provider lets it be.");
  if (reason === "content_filter")
    throw new ModelError("model_refused_request", "The model's provider held the answer back.");
  if (text.trim() === "") throw new ModelError("model_bad_answer", "The model answered nothing.");
}
