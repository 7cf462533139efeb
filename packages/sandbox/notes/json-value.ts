import { invalid } from "./failures.ts";

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object at a path of the body; refuses any other value. */
export function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw invalid(`body failed validation: body.${path} should be an object.`);
  return value;
}

/** The array at a place of the body, of at most `most` entries. */
export function arrayAt(value: unknown, path: string, most = 100): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`body failed validation: body.${path} should be an array.`);
  if (value.length > most) {
    throw invalid(
      `body failed validation: body.${path}.length should be ≤ \`${most}\`, instead was \`${value.length}\`.`,
    );
  }
  return value;
}

/** The text at a place of the body, of at most `most` UTF-16 units. */
export function textAt(value: unknown, path: string, most = 2000): string {
  if (typeof value !== "string") throw invalid(`body failed validation: body.${path} should be a string.`);
  if (value.length > most) {
    throw invalid(
      `body failed validation: body.${path}.length should be ≤ \`${most}\`, instead was \`${value.length}\`.`,
    );
  }
  return value;
}
