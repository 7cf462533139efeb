import { UsageError } from "./exit.ts";

/** A JSON object given on the command line; `what` names it in the UsageError for anything else. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${what} cannot be read as JSON.`);
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${what} must be a JSON object.`);
}
