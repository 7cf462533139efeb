import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Stage } from "./stage.ts";

/** Begins a watch by the HTTP API, shows the call and its answer, and gives its id. */
export async function beginWatch({ api, narrator }: Stage, body: Schemas["CreateWatch"]): Promise<string> {
  narrator.asked(`POST /api/v1/watches ${JSON.stringify(body)}`);
  const { data: watch } = await api.POST("/api/v1/watches", { body });
  narrator.show(watch);
  return watch.id;
}
