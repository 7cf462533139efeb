import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import { type AppTypes, chooseBaseUrl } from "../request.ts";
import { connectUrl } from "./connections.ts";

/**
 * Adds a link to a refused credential's next step, for a caller that may connect accounts. Only routes that
 * no model calls use it: a model could hand the link to anybody.
 */
export async function withReconnectLink(
  result: DispatchFailure,
  { tenantId, scopes }: TenantCaller,
  context: Context<AppTypes>,
  { reconnectLinks, publicUrl }: Pick<Service, "reconnectLinks" | "publicUrl">,
): Promise<DispatchFailure> {
  if (result.error_code !== "authentication" || !result.credential) return result;
  if (!scopes.has("connections:write")) return result;
  const token = await reconnectLinks.tokenFor(tenantId, result.credential);
  if (token === undefined) return result;
  const link = `Or have this page opened within the hour: ${connectUrl(chooseBaseUrl(publicUrl, context), token)}`;
  return { ...result, next_step: result.next_step === undefined ? link : `${result.next_step} ${link}` };
}
