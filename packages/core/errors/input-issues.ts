import type * as z from "zod";
import type { InputIssue } from "./service-error.ts";

/** What is wrong with an input, field by field, in words for whoever wrote it. Unknown fields are named one by one. */
export function inputIssues(error: z.ZodError, prefix: readonly string[] = []): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path.map(String)];
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "is not a known field" }));
    }
    return [{ path: path.join("."), message: wording(issue) }];
  });
}

/** zod's own words, but for a field that is simply not there, and for a key of a record, where the reason is one level down. */
function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  const missing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return missing ? "is required" : issue.message;
}

/** One sentence of the first few issues. */
export function summarizeIssues(issues: readonly InputIssue[], shown = 5): string {
  return issues
    .slice(0, shown)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
    .join("; ");
}
