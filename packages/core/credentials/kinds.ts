import * as z from "zod";
import { allowedOrigin } from "./allowed-origin.ts";

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

const mailboxName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^\P{Cc}+$/u, "must be the name of a mailbox, without control characters");

const MAIL_KEYS = [
  "smtp_host",
  "smtp_port",
  "smtp_ssl",
  "imap_host",
  "imap_port",
  "imap_ssl",
  "username",
  "from_address",
  "save_sent",
] as const;

/** These ports speak TLS from the first byte and nothing else. */
const IMPLICIT_TLS_PORT = { smtp: 465, imap: 993 } as const;

/** A password of a mail server, or a key that webhooks may send; never both. */
const genericApiKey = z
  .strictObject({
    smtp_host: hostName.optional(),
    smtp_port: port.optional(),
    smtp_ssl: z.boolean().optional(),
    imap_host: hostName.optional(),
    imap_port: port.optional(),
    imap_ssl: z.boolean().optional(),
    username: mailbox.optional(),
    from_address: mailbox.optional(),
    save_sent: z
      .union([z.boolean(), mailboxName])
      .optional()
      .describe(
        "Saves a copy of sent mail: in the Sent mailbox (true, the default), in the one named here, or nowhere.",
      ),
    allowed_hosts: z
      .array(allowedOrigin)
      .min(1)
      .max(50)
      .transform((origins) => [...new Set(origins)])
      .optional()
      .describe(
        "Origins that a webhook may send this key to: https unless the entry says `http://`, the default port unless it names one.",
      ),
  })
  .superRefine((metadata, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    for (const purpose of ["smtp", "imap"] as const) {
      const [host, port, ssl] = [`${purpose}_host`, `${purpose}_port`, `${purpose}_ssl`] as const;
      const implicit = IMPLICIT_TLS_PORT[purpose];
      for (const key of [port, ssl])
        if (metadata[key] !== undefined && metadata[host] === undefined)
          refuse(key, `needs ${host} beside it`);
      if (metadata[port] === implicit && metadata[ssl] === false)
        refuse(ssl, `must be true for ${port} ${implicit}, which speaks TLS from the first byte`);
    }
    if (
      metadata.save_sent !== undefined &&
      (metadata.smtp_host === undefined || metadata.imap_host === undefined)
    )
      refuse("save_sent", "needs smtp_host and imap_host beside it");
    if ((metadata.smtp_host ?? metadata.imap_host) !== undefined && metadata.username === undefined)
      refuse("username", "is required beside a mail host");
    const mailKeys = MAIL_KEYS.filter((key) => metadata[key] !== undefined);
    if (metadata.allowed_hosts !== undefined && mailKeys.length > 0)
      refuse(
        "allowed_hosts",
        `cannot stand beside ${mailKeys.join(", ")}: a mail password is never sent to a webhook`,
      );
  })
  // The same rules for readers of the OpenAPI description.
  .meta({
    dependentRequired: {
      smtp_host: ["username"],
      smtp_port: ["smtp_host"],
      smtp_ssl: ["smtp_host"],
      imap_host: ["username"],
      imap_port: ["imap_host"],
      imap_ssl: ["imap_host"],
      save_sent: ["smtp_host", "imap_host"],
    },
    dependentSchemas: {
      allowed_hosts: { properties: Object.fromEntries(MAIL_KEYS.map((key) => [key, false])) },
    },
    allOf: (["smtp", "imap"] as const).map((purpose) => ({
      not: {
        properties: {
          [`${purpose}_port`]: { const: IMPLICIT_TLS_PORT[purpose] },
          [`${purpose}_ssl`]: { const: false },
        },
        required: [`${purpose}_port`, `${purpose}_ssl`],
      },
    })),
  });

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
  generic_api_key: genericApiKey,
} as const satisfies Record<CredentialKind, z.ZodObject>;

export type CredentialMetadata = Readonly<Record<string, unknown>>;

/** The shape `metadata` must have for a kind; unknown keys are refused. */
export function metadataSchema(kind: CredentialKind): z.ZodObject {
  return METADATA[kind];
}

/** Tells whether keys may be added to metadata: those of a mail password and of a webhook key exclude each other. */
export function canAddMetadata(metadata: CredentialMetadata, keys: readonly string[]): boolean {
  const together = [...keys, ...Object.keys(metadata).filter((key) => metadata[key] !== undefined)];
  return !together.includes("allowed_hosts") || !MAIL_KEYS.some((key) => together.includes(key));
}
