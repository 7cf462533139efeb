import type { Stage } from "./stage.ts";

/** Calls a tool by the HTTP API, shows the call and its answer, and gives it back. */
export async function callTool(
  { api, narrator }: Stage,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  narrator.asked(`POST /api/v1/tools/${tool} ${JSON.stringify({ arguments: args })}`);
  const result = await api.request("POST", `/api/v1/tools/${tool}`, { arguments: args });
  narrator.show(result);
  return result;
}

/** Stores a credential and answers its id. */
export async function connect({ api }: Stage, credential: Record<string, unknown>): Promise<string> {
  const { id } = await api.request("POST", "/api/v1/credentials", credential);
  return String(id);
}
