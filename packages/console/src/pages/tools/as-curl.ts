import { serviceUrl } from "../../app/api.ts";

/** A call as a command for the shell; the key is taken from the environment. */
export function asCurl(tool: string, args: unknown): string {
  const body = JSON.stringify({ arguments: args }).replaceAll("'", "'\\''");
  return [
    `curl ${location.origin}${serviceUrl(`/api/v1/tools/${encodeURIComponent(tool)}`)} \\`,
    '  -H "authorization: Bearer $PLUMBLINE_API_KEY" -H "content-type: application/json" \\',
    `  -d '${body}'`,
  ].join("\n");
}
