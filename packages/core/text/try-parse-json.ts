import { parseJson } from "./parse-json.ts";

/** Parses JSON like `parseJson`; returns `undefined` for what is not JSON. */
export function tryParseJson(source: string | Buffer): unknown {
  try {
    return parseJson(source);
  } catch {
    return undefined;
  }
}
