import type { Secret } from "@plumbline/core/access/secret.ts";
import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import type { SocketOptionsFor, SocketTarget } from "@plumbline/core/egress/guard.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import type { EndpointsOf } from "../define-adapter.ts";
import { toComparableAddress } from "./filter/comparable-address.ts";
import { type MailAddress, parseAddress } from "./message/address.ts";
import type { mailOauthA, mailOauthB } from "./provider.ts";
import { DEFAULT_MAIL_PORT, IMPLICIT_TLS_PORTS } from "./server-metadata.ts";

/** One of a mailbox's two servers. */
export type MailPurpose = "smtp" | "imap";

/** Server address, TLS settings and login of a mailbox. */
export interface MailAccount extends SocketTarget {
  /** Name of the host in errors: a metadata key, or "the mail server" if the operator configured it. */
  hostField: string;
  purpose: MailPurpose;
  /** True for implicit TLS. Otherwise STARTTLS is required. */
  implicitTls: boolean;
  user: string;
  login: { type: "xoauth2" | "password"; secret: Secret };
  /** As stored in the credential. See `getSender`. */
  fromAddress: string;
}

/** The kinds of credentials that grant access to a mailbox. */
const MAIL_KINDS = ["mail_oauth_a", "mail_oauth_b", "generic_api_key"] as const;

/** The credential required to send mail. */
export const SENDING_NEED = createCredentialNeed("smtp_host");
/** The credential required to read a mailbox. */
export const READ_CREDENTIAL = createCredentialNeed("imap_host");
/** The credential required to reply to mail. */
export const REPLYING_NEED = createCredentialNeed("imap_host", "smtp_host");

/** The servers of the OAuth kinds. */
export type MailEndpoints = EndpointsOf<typeof mailOauthA | typeof mailOauthB>;

const metadataSchema = z.lazy(() =>
  z.object({
    smtp_host: z.string().optional(),
    smtp_port: z.number().optional(),
    smtp_ssl: z.boolean().default(true),
    imap_host: z.string().optional(),
    imap_port: z.number().optional(),
    imap_ssl: z.boolean().default(true),
    username: z.string().optional(),
    from_address: z.string().optional(),
    save_sent: z.union([z.boolean(), z.string()]).default(true),
  }),
);

type MailMetadata = z.output<typeof metadataSchema>;

/** Returns the account of a credential. Throws AdapterValidationError if its metadata is incomplete. */
export function readMailAccount(
  { kind, metadata, token }: Pick<OpenCredential, "kind" | "metadata" | "token">,
  endpoints: MailEndpoints,
  purpose: MailPurpose,
): MailAccount {
  const known = metadataSchema.parse(metadata);
  const user = known.username ?? throwMissing("username", "the mailbox's user name, usually its address");
  const identity = { purpose, user, fromAddress: known.from_address ?? user };
  if (kind === "mail_oauth_a" || kind === "mail_oauth_b") {
    const { host, port } = endpoints[kind][purpose];
    const server = { host, port, implicitTls: IMPLICIT_TLS_PORTS.includes(port) };
    const login = { type: "xoauth2", secret: token } as const;
    return { ...identity, ...server, login, chosenBy: "operator", hostField: "the mail server" };
  }
  const login = { type: "password", secret: token } as const;
  return { ...identity, ...readTenantServer(known, purpose), login, chosenBy: "tenant" };
}

/**
 * Returns where to save copies of sent messages: a mailbox name, `true` for Sent, or `false` for nowhere.
 * OAuth providers save copies themselves.
 */
export function savesSentTo({ kind, metadata }: Pick<OpenCredential, "kind" | "metadata">): boolean | string {
  const { imap_host, save_sent } = metadataSchema.parse(metadata);
  return kind === "generic_api_key" && imap_host !== undefined && save_sent;
}

/**
 * Returns the sender of this account's messages. Throws AdapterValidationError if the credential has no
 * address.
 */
export function getSender({ fromAddress }: Pick<MailAccount, "fromAddress">): MailAddress {
  const from = parseAddress(fromAddress);
  if (from !== undefined) return from;
  throw new AdapterValidationError("The credential has no e-mail address to send from.", {
    nextStep: "Set metadata.from_address to the mailbox's address, such as ada@example.com.",
  });
}

function createCredentialNeed(...hostKeys: ("smtp_host" | "imap_host")[]) {
  const user = ["username"];
  const metadata = { mail_oauth_a: user, mail_oauth_b: user, generic_api_key: [...hostKeys, "username"] };
  return { use: "required", kinds: MAIL_KINDS, metadata } as const;
}

/** Returns the account's own addresses in comparable form. Empty if the user name is not an address. */
export function listOwnAddresses({ user, fromAddress }: Pick<MailAccount, "user" | "fromAddress">): string[] {
  const known = [user, fromAddress].flatMap(
    (text) => toComparableAddress(parseAddress(text)?.address ?? text) ?? [],
  );
  return [...new Set(known)];
}

function readTenantServer(metadata: MailMetadata, purpose: MailPurpose) {
  const implicitTls = metadata[`${purpose}_ssl`];
  const key = `${purpose}_host` as const;
  return {
    host: metadata[key] ?? throwMissing(key, "the mail server's host name"),
    port: metadata[`${purpose}_port`] ?? DEFAULT_MAIL_PORT[purpose][implicitTls ? "implicitTls" : "startTls"],
    implicitTls,
    hostField: `metadata.${key}`,
  };
}

function throwMissing(key: string, what: string): never {
  throw new AdapterValidationError(`The credential's metadata.${key} is not set.`, {
    nextStep: `Set metadata.${key} to ${what}.`,
  });
}

/**
 * Returns the mail server and the login for a preview. Throws AdapterValidationError if the egress guard
 * refuses the host name.
 */
export function planServer(account: MailAccount, socketOptions: SocketOptionsFor) {
  const { host, port } = socketOptions(account, account.hostField);
  const { implicitTls, user, login } = account;
  return { host, port, security: implicitTls ? "tls" : "starttls", username: user, login: login.type };
}
