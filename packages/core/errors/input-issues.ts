import type * as z from "zod";
import type { InputIssue } from "./service-error.ts";

/**
 * Lists the problems of an input, field by field, in words for its author. Each unknown field is named
 * separately.
 */
export function inputIssues(error: z.ZodError, prefix: readonly string[] = []): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path.map(String)];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "is not a known field" }));
    }
    return [{ path: path.join("."), message: wording(issue) }];
  });
}

/** zod's own words where they are for people; its commonest ones in ours. */
function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "invalid_type") {
    return issue.message.endsWith("received undefined") ? "is required" : `must be of type ${issue.expected}`;
  }
  if (issue.code === "too_small") return `must ${sizeOf(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "too_big") return `must ${sizeOf(issue.origin, "at most", issue.maximum)}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_format" && issue.message.startsWith("Invalid ")) {
    return `must be a valid ${FORMATS[issue.format] ?? issue.format}`;
  }
  return issue.message;
}

const FORMATS: Readonly<Record<string, string>> = { uuid: "UUID", datetime: "ISO 8601 time with offset" };

function sizeOf(origin: string, bound: "at least" | "at most", limit: number | bigint): string {
  if (origin === "string") return `have ${bound} ${limit} characters`;
  return origin === "array" ? `have ${bound} ${limit} entries` : `be ${bound} ${limit}`;
}

/** One sentence of the first few issues. */
export function summarizeIssues(issues: readonly InputIssue[], shown = 5): string {
  return issues
    .slice(0, shown)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
}
