import { domainToASCII } from "node:url";
import type { CredentialMetadata } from "./kinds.ts";

/** The port of a mail server whose metadata names none. */
export const DEFAULT_MAIL_PORT = {
  smtp: { implicitTls: 465, startTls: 587 },
  imap: { implicitTls: 993, startTls: 143 },
} as const;

/**
 * Lists the metadata keys that decide where a token goes, or who it signs in as, and that differ between the two.
 * They are compared by their meaning: a default that is written out, the order of `allowed_hosts` and the letter case
 * of a host name change nothing.
 */
export function changedDestination(before: CredentialMetadata, after: CredentialMetadata): string[] {
  const [old, now] = [destinationOf(before), destinationOf(after)];
  return Object.keys(old).filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
}

function destinationOf(metadata: CredentialMetadata): Record<string, unknown> {
  const { allowed_hosts, username, auth_form, urn } = metadata;
  return {
    allowed_hosts: Array.isArray(allowed_hosts) ? [...new Set(allowed_hosts)].sort() : allowed_hosts,
    ...serverOf(metadata, "smtp"),
    ...serverOf(metadata, "imap"),
    username,
    auth_form,
    urn,
  };
}

function serverOf(metadata: CredentialMetadata, purpose: "smtp" | "imap"): Record<string, unknown> {
  const [hostKey, portKey, sslKey] = [`${purpose}_host`, `${purpose}_port`, `${purpose}_ssl`] as const;
  const { [hostKey]: host, [portKey]: port, [sslKey]: ssl = true } = metadata;
  // Without a host the rest means nothing.
  if (typeof host !== "string") return { [hostKey]: undefined, [portKey]: undefined, [sslKey]: undefined };
  return {
    [hostKey]: domainToASCII(host) || host.toLowerCase(),
    [portKey]: port ?? DEFAULT_MAIL_PORT[purpose][ssl === true ? "implicitTls" : "startTls"],
    [sslKey]: ssl,
  };
}
