import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { exchangeJson, type JsonAnswer, type JsonRequest } from "../json-exchange.ts";
import { crmError } from "./crm-errors.ts";
import { type CrmRefusal, crmRefusal, isConflict } from "./crm-refusal.ts";
import { crm } from "./provider.ts";

/**
 * Sends one request to the CRM. Throws one of the four adapter errors unless the response is a 2xx, and for a
 * 2xx that reports an error. Returns a partly saved batch (207), which may contain refusals.
 */
export async function callCrm(
  context: ActionContext<OpenCredential>,
  request: Pick<JsonRequest, "method" | "baseUrl" | "path" | "body" | "effect">,
): Promise<JsonAnswer> {
  const answer = await exchangeJson(context, {
    ...request,
    headers: { authorization: `Bearer ${context.credential.token.reveal()}` },
    requestIdHeader: crm.requestIdHeader,
  });
  const refusal = crmRefusal.safeParse(answer.body).data ?? {};
  if (answer.ok && refusal.status !== "error") return answer;
  throw crmError(refusal, answer, { persists: await isRepeatedConflict(context, refusal, answer) });
}

/**
 * Returns whether an earlier attempt of the call met a conflict, and records a conflict of this one. A race
 * to create a contact is over by the next attempt.
 */
export async function isRepeatedConflict(
  context: ActionContext<OpenCredential>,
  refusal: CrmRefusal,
  { status }: JsonAnswer,
): Promise<boolean> {
  if (!isConflict(refusal) && status !== 409) return false;
  const seen = await context.once("conflicts", async () => ({ count: 0 }));
  seen.count += 1;
  return seen.count > 1;
}
