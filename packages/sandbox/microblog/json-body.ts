import type { RecordedRequest } from "../server/recorded-request.ts";

/** The fields of a JSON body; none when it is not an object. */
export function jsonFields(request: RecordedRequest): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(request.json());
  } catch {
    return {};
  }
}

/** The fields of a value; none when it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
