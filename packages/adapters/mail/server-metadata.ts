import { domainToASCII } from "node:url";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import * as z from "zod";

export const DEFAULT_MAIL_PORT = {
  smtp: { implicitTls: 465, startTls: 587 },
  imap: { implicitTls: 993, startTls: 143 },
} as const;

/** Ports that use TLS from the first byte. */
export const IMPLICIT_TLS_PORTS = Object.values(DEFAULT_MAIL_PORT).map(
  ({ implicitTls }): number => implicitTls,
);

/** Creates the schema of the user that signs in to a mailbox, or of a sender address. */
export function createMailboxUserSchema() {
  return z.string().trim().min(1).max(320);
}

/** Metadata keys of a mail password: its servers, and how to save sent mail. */
export const SERVER_KEYS = [
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

/** Creates the schemas of SERVER_KEYS. */
export function createServerFields() {
  const hostName = z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(253)
    .regex(/^[^\s/@?#]+$/, "must be a host name without scheme or path");
  const port = z.int().min(1).max(65_535);
  const mailboxName = z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u, "must be the name of a mailbox, without control characters");
  return {
    smtp_host: hostName.optional(),
    smtp_port: port.optional(),
    smtp_ssl: z.boolean().optional(),
    imap_host: hostName.optional(),
    imap_port: port.optional(),
    imap_ssl: z.boolean().optional(),
    username: createMailboxUserSchema().optional(),
    from_address: createMailboxUserSchema().optional(),
    save_sent: z
      .union([z.boolean(), mailboxName])
      .optional()
      .describe(
        "Saves a copy of sent mail: in the Sent mailbox (true, the default), in the mailbox given here, or nowhere (false).",
      ),
  } satisfies Record<(typeof SERVER_KEYS)[number], z.ZodType>;
}

type ServerMetadata = z.output<z.ZodObject<ReturnType<typeof createServerFields>>>;

/** Returns the problems of inconsistent mail server metadata, each with the key it concerns. */
export function findServerProblems(metadata: ServerMetadata): [key: string, problem: string][] {
  const problems: [string, string][] = [];
  for (const purpose of ["smtp", "imap"] as const) {
    const [host, portKey, ssl] = [`${purpose}_host`, `${purpose}_port`, `${purpose}_ssl`] as const;
    const { implicitTls } = DEFAULT_MAIL_PORT[purpose];
    for (const key of [portKey, ssl])
      if (metadata[key] !== undefined && metadata[host] === undefined)
        problems.push([key, `requires ${host} as well`]);
    if (metadata[portKey] === implicitTls && metadata[ssl] === false)
      problems.push([ssl, `must be true for ${portKey} ${implicitTls}, which uses TLS from the first byte`]);
  }
  if (
    metadata.save_sent !== undefined &&
    (metadata.smtp_host === undefined || metadata.imap_host === undefined)
  )
    problems.push(["save_sent", "requires smtp_host and imap_host as well"]);
  if ((metadata.smtp_host ?? metadata.imap_host) !== undefined && metadata.username === undefined)
    problems.push(["username", "is required with a mail host"]);
  return problems;
}

/** The rules of findServerProblems as JSON Schema. */
export const serverRules = {
  dependentRequired: {
    smtp_host: ["username"],
    smtp_port: ["smtp_host"],
    smtp_ssl: ["smtp_host"],
    imap_host: ["username"],
    imap_port: ["imap_host"],
    imap_ssl: ["imap_host"],
    save_sent: ["smtp_host", "imap_host"],
  },
  allOf: (["smtp", "imap"] as const).map((purpose) => ({
    not: {
      properties: {
        [`${purpose}_port`]: { const: DEFAULT_MAIL_PORT[purpose].implicitTls },
        [`${purpose}_ssl`]: { const: false },
      },
      required: [`${purpose}_port`, `${purpose}_ssl`],
    },
  })),
};

/**
 * Returns the servers and the user name of a mail password in comparable form. Ignores the case of host names
 * and whether a default port is explicit.
 */
export function toComparableServers(metadata: CredentialMetadata): Record<string, unknown> {
  return {
    ...toComparableServer(metadata, "smtp"),
    ...toComparableServer(metadata, "imap"),
    username: metadata.username,
  };
}

function toComparableServer(metadata: CredentialMetadata, purpose: "smtp" | "imap"): Record<string, unknown> {
  const [hostKey, portKey, sslKey] = [`${purpose}_host`, `${purpose}_port`, `${purpose}_ssl`] as const;
  const { [hostKey]: host, [portKey]: port, [sslKey]: ssl = true } = metadata;
  // Without a host, the port and TLS settings have no meaning.
  if (typeof host !== "string") return { [hostKey]: undefined, [portKey]: undefined, [sslKey]: undefined };
  return {
    [hostKey]: domainToASCII(host) || host.toLowerCase(),
    [portKey]: port ?? DEFAULT_MAIL_PORT[purpose][ssl === true ? "implicitTls" : "startTls"],
    [sslKey]: ssl,
  };
}
