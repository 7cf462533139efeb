import type { RecordedRequest } from "../server/recorded-request.ts";

const BLANK_LINE = "\r\n\r\n";

/**
 * Returns the parts of a `multipart/form-data` body by name, or `undefined` if the request is not multipart.
 */
export function multipartParts(request: RecordedRequest): Map<string, Buffer> | undefined {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(
    request.headers["content-type"] ?? "",
  )?.[1];
  if (boundary === undefined) return undefined;
  const parts = new Map<string, Buffer>();
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter has no line break before it.
  const body = Buffer.concat([Buffer.from("\r\n"), request.body]);
  for (let at = body.indexOf(delimiter); at !== -1; ) {
    const start = at + delimiter.length + "\r\n".length;
    at = body.indexOf(delimiter, start);
    const headersEnd = body.indexOf(BLANK_LINE, start);
    if (at === -1 || headersEnd === -1 || headersEnd > at) break;
    const name = /name="([^"]*)"/i.exec(body.toString("latin1", start, headersEnd))?.[1];
    if (name !== undefined) parts.set(name, body.subarray(headersEnd + BLANK_LINE.length, at));
  }
  return parts;
}
