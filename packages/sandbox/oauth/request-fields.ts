import type { RecordedRequest } from "../server/recorded-request.ts";
import { OAUTH_DIFFERENCES, type OAuthKind } from "./oauth-kinds.ts";
import { sandboxClient } from "./sandbox-client.ts";

/**
 * Returns the fields of a body in the format that the kind's provider accepts, or `undefined` for any other
 * format.
 */
export function readFields(request: RecordedRequest, kind: OAuthKind): Record<string, string> | undefined {
  const isJson = OAUTH_DIFFERENCES[kind].bodyForm === "json";
  const wanted = isJson ? "application/json" : "application/x-www-form-urlencoded";
  if (!request.headers["content-type"]?.startsWith(wanted)) return undefined;
  if (!isJson) return Object.fromEntries(request.form());
  try {
    const body = request.json();
    if (body === null || typeof body !== "object") return undefined;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a request contains the registered client's credentials in a place that this provider
 * accepts.
 */
export function isOurClient(
  { headers }: RecordedRequest,
  fields: Readonly<Record<string, string>>,
  kind: OAuthKind,
): boolean {
  const { clientIn } = OAUTH_DIFFERENCES[kind];
  const { id, secret } = sandboxClient(kind);
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? "")?.[1];
  if (basic !== undefined) return clientIn.includes("header") && basic === basicPair(id, secret);
  return clientIn.includes("body") && fields.client_id === id && fields.client_secret === secret;
}

/** Returns the credentials of Basic authentication, with both parts form-encoded (RFC 6749, 2.3.1). */
function basicPair(id: string, secret: string): string {
  const [encodedId, encodedSecret] = [id, secret].map((part) =>
    new URLSearchParams({ part }).toString().slice(5),
  );
  return Buffer.from(`${encodedId}:${encodedSecret}`).toString("base64");
}
