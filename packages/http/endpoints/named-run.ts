import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { NamedRun } from "@plumbline/core/policy/run-traces.ts";
import type { Context } from "hono";
import * as z from "zod";

/** Names of the same in `_meta` of an MCP call. */
const META_RUN_ID = "plumbline/run-id";
const META_ALLOWED = "plumbline/allow-destinations";

/** The id that a caller with a loop of its own gives a run. */
export const runId = z.string().regex(/^[!-~]{1,200}$/, "must be 1 to 200 visible ASCII characters");

/** The argument of calls and runs that names destinations beside the user's messages. */
export const allowDestinations = z
  .array(z.string().trim().min(1).max(500))
  .max(100)
  .optional()
  .describe("Destinations that count as named by the user: channels, addresses, URLs, accounts.");

const metaSchema = z.looseObject({
  [META_RUN_ID]: runId.optional(),
  [META_ALLOWED]: allowDestinations,
});

/** The run that a tool call belongs to. Throws ServiceError `bad_request` for an id of another form. */
export function readNamedRun(context: Context, allowed: readonly string[] | undefined): NamedRun {
  const id = context.req.header("x-run-id");
  if (id === undefined || runId.safeParse(id).success) return { runId: id, allowed };
  throw new ServiceError("bad_request", "The x-run-id is not valid.", {
    issues: [{ path: "x-run-id", message: "must be 1 to 200 visible ASCII characters" }],
  });
}

/** The same of an MCP call's `_meta`. Throws ServiceError `bad_request` for values of another form. */
export function readRunOfMeta(meta: unknown): NamedRun {
  const parsed = metaSchema.safeParse(meta ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ServiceError("bad_request", `_meta: ${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { [META_RUN_ID]: id, [META_ALLOWED]: allowed } = parsed.data;
  return { runId: id, allowed };
}
