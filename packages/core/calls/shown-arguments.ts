import { shrinkJson } from "../tool/fit-result.ts";

/** Characters of one call's arguments, as JSON, that the log keeps. */
const MOST_CHARS = 8_192;

/** Arguments as JSON, shortened where they are too long. */
export interface ShownArguments {
  json: string;
  isCut: boolean;
}

/** Writes arguments as the log keeps them. They hold no secret any more: half of one would not be found. */
export function fitArguments(shown: unknown): ShownArguments {
  const json = JSON.stringify(shown) ?? "null";
  if (json.length <= MOST_CHARS) return { json, isCut: false };
  return { json: JSON.stringify(shrinkJson(shown, MOST_CHARS)), isCut: true };
}
