import type { RecordedRequest } from "../server/recorded-request.ts";

/** Returns the fields of a JSON body. Empty if the body is not an object. */
export function jsonFields(request: RecordedRequest): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(request.json());
  } catch {
    return {};
  }
}

/** Returns the fields of a value. Empty if the value is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
