import { inputIssues, summarizeIssues } from "@plumbline/core/errors/input-issues.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { dishonestJson } from "@plumbline/core/text/json.ts";
import type { Context } from "hono";
import type * as z from "zod";
import { BODY_LIMIT, bytesInWords } from "./api/body-limit.ts";
import type { AppTypes } from "./request-scope.ts";

/**
 * The request's JSON body as a schema has it. Throws ServiceError: `unsupported_media_type`, `body_too_large` (over
 * 1 MiB, unless the operation takes more), or `bad_request` with every wrong field named.
 */
export async function readJson<Schema extends z.ZodType>(
  context: Context<AppTypes>,
  schema: Schema,
  limit = BODY_LIMIT,
): Promise<z.output<Schema>> {
  const mediaType = context.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new ServiceError("unsupported_media_type", "Send the body as content-type application/json.");
  }
  const body = await readBody(context.req.raw, limit);
  await context.get("recheckCaller")();
  return checkInput(schema, parseBody(body), "body");
}

/** Query parameters as a schema has them; unknown and repeated ones are refused. */
export function readQuery<Schema extends z.ZodType>(context: Context, schema: Schema): z.output<Schema> {
  const values = Object.entries(context.req.queries()).map(([name, all]) => [
    name,
    all.length === 1 ? all[0] : all,
  ]);
  return checkInput(schema, Object.fromEntries(values), "query");
}

function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: "body" | "query",
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = inputIssues(parsed.error);
  throw new ServiceError("bad_request", `The ${what} is not valid: ${summarizeIssues(issues, 3)}.`, {
    issues,
  });
}

async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = new ServiceError("body_too_large", `The body is larger than ${bytesInWords(limit)}.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseBody(bytes: Uint8Array): unknown {
  const value = parseJson(bytes);
  const problem = dishonestJson(value);
  if (problem === undefined) return value;
  throw new ServiceError("bad_request", `The body ${problem}.`, { issues: [{ path: "", message: problem }] });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new ServiceError("bad_request", "The body is not valid JSON in UTF-8.");
  }
}
