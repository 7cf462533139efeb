import { isUtf8 } from "node:buffer";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import {
  findLargeNumber,
  hasMoreKeys,
  parseRequestJson,
  SEND_AS_TEXT,
} from "@plumbline/core/text/parse-json.ts";
import { findUnsafeJson } from "@plumbline/core/tool/arguments.ts";
import { createFieldError } from "./problems.ts";

/**
 * Time limit for receiving a body. A slower sender only holds a connection and a permit. API Gateway passes
 * on complete bodies.
 */
const MAX_BODY_MS = 10_000;

export async function readRequestBody(request: Request, limit: number, clock: Clock): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw createTooLargeError(limit);
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stop = clock.after(MAX_BODY_MS, () => reject(createTooSlowError()));
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return Buffer.concat(chunks);
      bytes += value.byteLength;
      if (bytes > limit) throw createTooLargeError(limit);
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    stop();
  }
}

function createTooSlowError(): ServiceError {
  const seconds = MAX_BODY_MS / 1_000;
  return new ServiceError(
    "bad_request",
    `The body did not arrive within ${seconds} s. Send it without pauses.`,
  );
}

function createTooLargeError(limit: number): ServiceError {
  return new ServiceError("body_too_large", `The body is larger than ${formatBytes(limit)}.`);
}

/**
 * Parses a body. Accepts a number that JSON cannot represent exactly only if its path starts with
 * `judgedLater`: the dispatcher checks the arguments of a call itself.
 */
export function parseBody(bytes: Buffer, judgedLater: string | undefined): unknown {
  if (hasMoreKeys(bytes, MAX_KEYS))
    throw new ServiceError(
      "body_too_large",
      `The body has more than ${MAX_KEYS} keys. Send fewer per request.`,
    );
  const value = parseBytes(bytes);
  const problem = findUnsafeJson(value);
  if (problem !== undefined) throw createFieldError("", problem, `The body ${problem}.`);
  const path = findLargeNumber(value);
  if (path === undefined || (judgedLater !== undefined && path.startsWith(judgedLater))) return value;
  throw createFieldError(path, SEND_AS_TEXT, `The body is not valid: ${path}: ${SEND_AS_TEXT}.`);
}

function parseBytes(bytes: Buffer): unknown {
  try {
    if (isUtf8(bytes)) return parseRequestJson(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ServiceError("bad_request", "The body is not valid JSON in UTF-8.");
}

/**
 * Maximum number of keys in a body, counted over all its objects. A body with 60,000 keys blocked the process
 * for most of a second.
 */
export const MAX_KEYS = 30_000;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Limit of a request body in bytes. */
export const BODY_LIMIT = MIB;

/**
 * Limit of a request that calls a tool, in bytes: a MiB for the body of `http_post_json` plus its envelope.
 * On AWS the firewall rejects anything longer (stacks/body-limit.ts).
 */
export const TOOL_CALL_BODY_LIMIT = MIB + 64 * KIB;

/** Formats a number of bytes for people: `1 MiB`, `1 MiB and 64 KiB`. */
export function formatBytes(bytes: number): string {
  const [mib, kib] = [Math.floor(bytes / MIB), Math.floor((bytes % MIB) / KIB)];
  return [...(mib > 0 ? [`${mib} MiB`] : []), ...(kib > 0 ? [`${kib} KiB`] : [])].join(" and ");
}
