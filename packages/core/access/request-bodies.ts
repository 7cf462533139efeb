import * as z from "zod";
import { SCOPES } from "./caller.ts";
import { createVisibleLineSchema, displayName, MAX_END_USER } from "./display-name.ts";

// A separate file, so that functions that never receive these bodies do not create their schemas.

/** Maximum number of tools or credentials that one key, session or policy may list. */
const MAX_LISTED = 100;

/** Request body that creates a key. Without `scopes`, the key gets `DEFAULT_SCOPES`. */
export const newKeySchema = z.strictObject({
  name: displayName,
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
  allowed_tools: z.array(z.string().min(1).max(64)).max(MAX_LISTED).optional(),
  allowed_credentials: z.array(z.guid()).max(MAX_LISTED).optional(),
  read_only: z.boolean().optional(),
  requests_per_minute: z.int().min(1).max(1_000_000).optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
});

/** Maximum lifetime of a session in seconds. */
export const MAX_SESSION_SECONDS = 3600;

/** Scheme, host and port as written by browsers, without a default port. */
const ORIGIN = /^https?:\/\/[a-z0-9.[\]:-]+$/;

/** Request body that creates a session. */
export const newSessionSchema = z.strictObject({
  ttl_seconds: z.int().min(1).max(MAX_SESSION_SECONDS),
  tools: z.array(z.string().min(1).max(64)).max(MAX_LISTED).optional(),
  credential_ids: z.array(z.guid()).max(MAX_LISTED).optional(),
  end_user: createVisibleLineSchema(MAX_END_USER).optional(),
  origin: z
    .string()
    .max(255, { abort: true })
    .regex(ORIGIN, { message: "must be an origin, such as https://app.example.com", abort: true })
    .refine(isOrigin, "must be an origin in the form that browsers send, such as https://app.example.com")
    .optional(),
});

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
