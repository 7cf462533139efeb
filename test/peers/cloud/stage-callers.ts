import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import * as z from "zod";
import type { ApiAnswer, DeployedStage } from "./deployed-stage.ts";

/** A tenant of a deployed stage. */
export interface StageTenant {
  id: string;
  key: string;
  /** The alias that its own key has to have; null for a tenant without one. */
  ownKey: string | null;
}

const made = z.object({ tenant_id: z.string(), api_key: z.string(), own_key: z.string().nullable() });

export async function makeTenant(stage: DeployedStage, own_key = false): Promise<StageTenant> {
  const tenant = { name: "Analytical Engines", ...(own_key ? { own_key } : {}) };
  const { json } = await stage.call("tenants", stage.operatorKey, "POST /api/v1/tenants", tenant);
  const { tenant_id: id, api_key: key, own_key: ownKey } = made.parse(json);
  return { id, key, ownKey };
}

/** Stores the chat app's token, and one that would refresh it. */
export function storeCredential(
  stage: DeployedStage,
  { key }: StageTenant,
  label = "team",
): Promise<ApiAnswer> {
  const credential = { kind: "chatapp_bot", label, token: sampleBotToken, refresh_token: "xoxe-sandbox" };
  return stage.call("credentials", key, "POST /api/v1/credentials", credential);
}

/** The same, and the new credential's id. */
export async function connect(stage: DeployedStage, tenant: StageTenant, label?: string): Promise<string> {
  const { json } = await storeCredential(stage, tenant, label);
  return z.object({ id: z.string() }).parse(json).id;
}

/** Sends a message in the chat app with one credential. */
export function sendMessage(
  stage: DeployedStage,
  { key }: StageTenant,
  credential_id: string,
  text = "hello",
): Promise<ApiAnswer> {
  const call = { arguments: { to: "ada@example.com", text, credential_id } };
  return stage.call("tools", key, "POST /api/v1/tools/chatapp_dm", call);
}
