import type { RecordedRequest } from "../server/recorded-request.ts";
import { type ChatappPayload, chatappRefusalBody } from "./failures.ts";
import type { ChatappToken } from "./workspace.ts";

/** One call of a Web API method. The arguments are text in every encoding. */
export interface ReceivedChatappCall {
  readonly method: string;
  readonly token: string | undefined;
  readonly encoding: "form" | "json";
  readonly arguments: Readonly<Record<string, string>>;
  /** Set for JSON sent without `charset=utf-8`. */
  readonly warning?: "missing_charset";
}

/** A call with a valid token. */
export interface AuthorizedCall extends ReceivedChatappCall {
  readonly token: string;
  readonly caller: ChatappToken;
}

/**
 * Reads a call from a query, a form or JSON. The token may be in the header or, except with JSON, among the
 * arguments. Returns the provider's refusal if the body has another encoding or cannot be parsed.
 */
export function readCall(request: RecordedRequest): ReceivedChatappCall | ChatappPayload {
  const method = request.path.slice("/api/".length);
  const bearer = /^bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const query = Object.fromEntries(request.query);
  const contentType = (request.headers["content-type"] ?? "").toLowerCase();
  if (contentType.startsWith("application/json")) {
    const body = readJson(request);
    if (typeof body === "string") return chatappRefusalBody(body);
    const call = { method, token: bearer, encoding: "json", arguments: { ...query, ...body } } as const;
    return contentType.includes("charset=utf-8") ? call : { ...call, warning: "missing_charset" };
  }
  if (request.body.length > 0 && !contentType.startsWith("application/x-www-form-urlencoded")) {
    return chatappRefusalBody(contentType === "" ? "missing_post_type" : "invalid_post_type");
  }
  const { token, ...rest } = { ...query, ...Object.fromEntries(request.form()) };
  return { method, token: bearer ?? token, encoding: "form", arguments: rest };
}

function readJson(request: RecordedRequest): Record<string, string> | "invalid_json" | "json_not_object" {
  let body: unknown;
  try {
    body = request.json();
  } catch {
    return "invalid_json";
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) return "json_not_object";
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
