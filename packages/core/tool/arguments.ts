import * as z from "zod";
import { Secret } from "../access/secret.ts";

export const DEFAULT_TIMEOUT_SECONDS = 30;

const LONGEST_TIMEOUT_SECONDS = 120;

/** An argument of every tool that reaches anything; `longest` for a tool whose network steps end earlier by themselves. */
export function timeoutSeconds(longest = LONGEST_TIMEOUT_SECONDS) {
  return z
    .int()
    .min(1)
    .max(longest)
    .default(Math.min(DEFAULT_TIMEOUT_SECONDS, longest))
    .describe("Per network step.");
}

export const credentialId = z.uuid().optional().describe("From connections_list, when several fit.");

export const optionalCredentialId = z
  .uuid()
  .optional()
  .describe("From connections_list: the connection whose key is sent.");

/** A secret argument: a string on the way in, a Secret inside, `[redacted]` in every echo. */
export function secretArgument(description: string, maxLength = 16_384) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .meta({ secret: true })
    .transform((text) => new Secret(text))
    .describe(description);
}

/** Whether an argument's schema was made by secretArgument, at any depth of optional and default wrappers. */
export function isSecretArgument(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return isSecretArgument(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return isSecretArgument(schema.in);
  return schema instanceof z.ZodType && schema.meta()?.secret === true;
}
