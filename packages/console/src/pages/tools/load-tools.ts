import type { Schemas } from "@plumbline/client/schemas.ts";
import { service } from "../../app/api.ts";

/** Returns the tools that the key may use. Throws PlumblineError. */
export async function loadTools(signal: AbortSignal): Promise<readonly Schemas["Tool"][]> {
  const { data } = await service.GET("/api/v1/tools", { signal });
  return data.items as Schemas["Tool"][];
}
