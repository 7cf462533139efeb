import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { exchangeJson, type JsonAnswer, type JsonRequest } from "../json-exchange.ts";

/** Answer header that holds the provider's id of a request; some answers have it as `x-li-request-id` instead. */
export const NETWORK_REQUEST_ID = "x-li-uuid";

/** Sends one request to the professional network. Throws only what the HTTP client throws. */
export async function callNetwork(
  context: ActionContext<OpenCredential>,
  request: Pick<JsonRequest, "method" | "baseUrl" | "path" | "body" | "effect">,
): Promise<JsonAnswer> {
  const answer = await exchangeJson(context, {
    ...request,
    headers: {
      authorization: `Bearer ${context.credential.token.reveal()}`,
      "x-restli-protocol-version": "2.0.0",
    },
  });
  const providerRequestId = answer.headers[NETWORK_REQUEST_ID] ?? answer.headers["x-li-request-id"];
  return { ...answer, detail: { ...answer.detail, providerRequestId } };
}
