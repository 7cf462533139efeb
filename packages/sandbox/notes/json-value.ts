import { invalid } from "./failures.ts";

/** A JSON object of unknown content. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object at a path of the body. Refuses any other value. */
export function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw invalid(`body failed validation: body.${path} should be an object.`);
  return value;
}

/** Returns the array at a path of the body. Refuses more than `most` entries. */
export function arrayAt(value: unknown, path: string, most = 100): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid(`body failed validation: body.${path} should be an array.`);
  if (value.length > most) {
    throw invalid(
      `body failed validation: body.${path}.length should be ≤ \`${most}\`, instead was \`${value.length}\`.`,
    );
  }
  return value;
}

/** Returns the text at a path of the body. Refuses more than `most` UTF-16 units. */
export function textAt(value: unknown, path: string, most = 2000): string {
  if (typeof value !== "string") throw invalid(`body failed validation: body.${path} should be a string.`);
  if (value.length > most) {
    throw invalid(
      `body failed validation: body.${path}.length should be ≤ \`${most}\`, instead was \`${value.length}\`.`,
    );
  }
  return value;
}
