import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Stage } from "./stage.ts";

/** Calls a tool by the HTTP API, shows the call and its answer, and gives it back. */
export async function callTool(
  { api, narrator }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  narrator.asked(`POST /api/v1/tools/${tool} ${JSON.stringify({ arguments: args })}`);
  const { data: result } = await api.POST("/api/v1/tools/{name}", {
    params: { path: { name: tool } },
    body: { arguments: args },
  });
  narrator.show(result);
  return result;
}

/** Stores a credential and answers its id. */
export async function connect({ api }: Stage, credential: Schemas["CreateCredential"]): Promise<string> {
  const { data } = await api.POST("/api/v1/credentials", { body: credential });
  return data.id;
}
