import { outgoingHeaders } from "../../egress/pool.ts";
import type { ActionRequest } from "../../tool/tool.ts";
import type { StandIns } from "./stand-ins.ts";

/** A request as a preview shows it. */
export interface ShownRequest {
  method: string;
  url: string;
  /** Names in lower case; those that frame the message are left out. */
  headers: Record<string, string>;
  /**
   * JSON as it is, a form as an object, any other text as text, and of bytes how many there are. Left out of
   * a request without a body.
   */
  body?: unknown;
}

/** Headers that hold a key or could: the whole value goes, however the secret is written in it. */
const SECRET_HEADER = /authorization|cookie|password|secret|token|api-?key/;

/** The request as it would go out, but for headers that hold keys. */
export function shownRequest(
  { method, url, headers, body }: Pick<ActionRequest, "method" | "url" | "headers" | "body">,
  standIns: StandIns,
): ShownRequest {
  const sent = Object.entries(outgoingHeaders(headers)).map(([name, value]) => {
    const lower = name.toLowerCase();
    return [lower, SECRET_HEADER.test(lower) ? "[redacted]" : value] as const;
  });
  const shown = Object.fromEntries(sent);
  return {
    method,
    url: standIns.inUrl(`${url.origin}${url.pathname}${url.search}`),
    headers: shown,
    ...(body === undefined ? {} : { body: shownBody(body, shown["content-type"] ?? "", standIns) }),
  };
}

function shownBody(body: string | Buffer, contentType: string, standIns: StandIns): unknown {
  const [mediaType = ""] = contentType.split(";", 1);
  if (typeof body !== "string") return { bytes: standIns.bytes(body), media_type: mediaType };
  if (mediaType === "application/json") return standIns.inJson(JSON.parse(body));
  if (mediaType === "application/x-www-form-urlencoded")
    return standIns.inJson(Object.fromEntries(new URLSearchParams(body)));
  return body;
}
