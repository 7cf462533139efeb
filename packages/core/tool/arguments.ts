import * as z from "zod";
import { Secret } from "../access/secret.ts";
import { AdapterValidationError } from "../errors/adapter-error.ts";
import { listInputIssues, summarizeIssues } from "../errors/service-error.ts";
import { hideInHeaders, hideInUrls } from "../text/named-secrets.ts";
import { findLargeNumber, mendJson, SEND_AS_TEXT } from "../text/parse-json.ts";
import { parseUrl } from "../text/parsed-url.ts";
import type { Tool } from "./tool.ts";

export const DEFAULT_TIMEOUT_SECONDS = 30;

const MAX_TIMEOUT_SECONDS = 120;

const timeoutArgument = createTimeoutArgument(MAX_TIMEOUT_SECONDS);

/**
 * Returns the schema of the argument `timeout_seconds`. A tool whose requests are cut off earlier sets a
 * lower `maximum`; all others share one schema, because a process defines some forty tools as it starts.
 */
export function selectTimeoutArgument(maximum: number | undefined) {
  return maximum === undefined ? timeoutArgument : createTimeoutArgument(maximum);
}

function createTimeoutArgument(maximum: number) {
  return z
    .int()
    .min(1)
    .max(maximum)
    .default(Math.min(DEFAULT_TIMEOUT_SECONDS, maximum))
    .describe("Per network step.");
}

export const credentialId = z.uuid().optional().describe("From connections_list, when several fit.");

export const optionalCredentialId = z
  .uuid()
  .optional()
  .describe("From connections_list: the connection whose key is sent.");

/**
 * Creates the schema of a secret argument: text in the input, a Secret in the code, `[redacted]` in output.
 */
export function createSecretArgument(description: string, maxLength = 16_384) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .meta({ secret: true })
    .transform((text) => new Secret(text))
    .describe(description);
}

/**
 * Returns true for a schema created by createSecretArgument, even inside optional, default or nullable
 * wrappers.
 */
export function isSecretArgument(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return isSecretArgument(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return isSecretArgument(schema.in);
  return schema instanceof z.ZodType && schema.meta()?.secret === true;
}

/**
 * Returns a call's arguments with secrets redacted: secret arguments, and credentials in headers and URLs.
 * Unknown arguments, arguments of an unknown tool, and text sent instead of arguments may contain secrets, so
 * they are redacted entirely.
 */
export function echoArguments(tool: Pick<Tool, "input"> | undefined, args: unknown): unknown {
  if (args === null || args === undefined) return args;
  if (typeof args !== "object" || Array.isArray(args)) return "[redacted]";
  const publicNames = tool && listPublicArguments(tool);
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      publicNames?.has(name) ? redactValue(name, value) : "[redacted]",
    ]),
  );
}

function redactValue(name: string, value: unknown): unknown {
  return name === "headers" ? hideInHeaders(value) : hideInUrls(value);
}

/** Cache of the arguments that may be shown, by tool schema. */
const PUBLIC_ARGUMENTS = new WeakMap<Tool["input"], ReadonlySet<string>>();

/** Returns the names of a tool's arguments that are not secret. */
export function listPublicArguments({ input }: Pick<Tool, "input">): ReadonlySet<string> {
  const known = PUBLIC_ARGUMENTS.get(input);
  if (known) return known;
  const names = Object.keys(input.shape).filter((name) => !isSecretArgument(input.shape[name]));
  const publicNames = new Set(names);
  PUBLIC_ARGUMENTS.set(input, publicNames);
  return publicNames;
}

/**
 * Parses arguments by the tool's schema. Throws AdapterValidationError that lists each invalid argument and
 * what is expected.
 */
export function parseArguments(tool: Tool, args: unknown): Record<string, unknown> {
  const problem = findUnsafeJson(args);
  if (problem) throw new AdapterValidationError(`Invalid arguments for ${tool.name}: the JSON ${problem}.`);
  const large = findLargeNumber(args);
  if (large !== undefined)
    throw new AdapterValidationError(`Invalid arguments for ${tool.name}: ${large}: ${SEND_AS_TEXT}.`);
  const parsed = tool.input.safeParse(mendJson(args ?? {}));
  if (parsed.success) return parsed.data;
  throw new AdapterValidationError(
    `Invalid arguments for ${tool.name}: ${summarizeIssues(listInputIssues(parsed.error))}.`,
    {
      nextStep: `Correct the arguments and call again. ${tool.name} takes ${Object.keys(tool.input.shape).join(", ")}.`,
    },
  );
}

/** Maximum nesting depth. Deeper JSON is an attack, and processing it could exhaust the stack. */
const MAX_NESTING = 100;

/**
 * Describes what is unsafe about a parsed JSON value: more than 100 levels of nesting, or a key `__proto__`,
 * which would be lost silently. Returns `undefined` if nothing is.
 */
export function findUnsafeJson(value: unknown): string | undefined {
  return findProblem(value, MAX_NESTING);
}

function findProblem(value: unknown, levels: number): string | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (levels === 0) return `is nested more than ${MAX_NESTING} levels deep`;
  if (Object.hasOwn(value, "__proto__")) return "has a key __proto__, which is not accepted";
  // For an object with thousands of keys, `for…in` is several times faster than `Object.values`.
  for (const name in value) {
    const inner: unknown = value[name as never];
    const problem = inner !== null && typeof inner === "object" ? findProblem(inner, levels - 1) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const MAX_LINK = 2_048;

/**
 * Creates the schema of an argument that accepts an ID, or a link that contains one. `read` extracts the ID
 * (or the IDs of a link with several). If it returns `undefined`, the argument is refused with the message
 * `expected`.
 */
export function createIdOrLinkArgument<Read>(read: (text: string) => Read | undefined, expected: string) {
  return z
    .string()
    .trim()
    .max(MAX_LINK)
    .transform((text, context) => {
      const id = read(text);
      if (id !== undefined) return id;
      context.addIssue({ code: "custom", message: expected });
      return z.NEVER;
    });
}

/** Parses a link whose host is in one of `domains`. Returns `undefined` for anything else. */
export function parseLink(text: string, domains: readonly string[]): URL | undefined {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
  const host = url?.hostname;
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`)) ? url : undefined;
}

/** Splits a link's path into its segments, such as `["archives", "C0GENERAL"]`. */
export function splitPath(link: URL): string[] {
  return link.pathname.split("/").filter((part) => part !== "");
}
