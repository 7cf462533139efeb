import * as z from "zod";

/** The kinds of SPEC.md. `mail_oauth_a` and `mail_oauth_b` are two mail providers' OAuth. */
export const CREDENTIAL_KINDS = [
  "chatapp_bot",
  "chatapp_user",
  "notes",
  "crm",
  "tracker",
  "microblog",
  "network",
  "mail_oauth_a",
  "mail_oauth_b",
  "generic_api_key",
] as const;

export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^[^\s/@?#]+$/, "must be a host name without scheme or path");
const port = z.int().min(1).max(65_535);
const mailbox = z.string().trim().min(1).max(320);

const METADATA = {
  chatapp_bot: z.strictObject({}),
  chatapp_user: z.strictObject({}),
  notes: z.strictObject({}),
  crm: z.strictObject({}),
  tracker: z.strictObject({ auth_form: z.literal("bearer").optional() }),
  microblog: z.strictObject({ auth_form: z.literal("oauth1").optional() }),
  network: z.strictObject({
    urn: z
      .string()
      .regex(
        /^urn:li:(person|organization):[A-Za-z0-9_-]+$/,
        "must be an author URN such as urn:li:person:AbC123",
      ),
  }),
  mail_oauth_a: z.strictObject({
    calendar_id: z.string().min(1).max(1024).default("primary"),
    username: mailbox.optional(),
    from_address: mailbox.optional(),
  }),
  mail_oauth_b: z.strictObject({ username: mailbox.optional(), from_address: mailbox.optional() }),
  generic_api_key: z.strictObject({
    smtp_host: hostName.optional(),
    smtp_port: port.optional(),
    smtp_ssl: z.boolean().optional(),
    imap_host: hostName.optional(),
    imap_port: port.optional(),
    imap_ssl: z.boolean().optional(),
    username: mailbox.optional(),
    from_address: mailbox.optional(),
    /** Hosts (`name` or `name:port`) a webhook may send this key to. */
    allowed_hosts: z.array(hostName).min(1).max(50).optional(),
  }),
} as const satisfies Record<CredentialKind, z.ZodObject>;

export type CredentialMetadata = Readonly<Record<string, unknown>>;

/** The shape `metadata` must have for a kind; unknown keys are refused. */
export function metadataSchema(kind: CredentialKind): z.ZodObject {
  return METADATA[kind];
}
