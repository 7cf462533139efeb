import * as z from "zod";
import type { Secret } from "../../access/secret.ts";
import type { OpenCredential } from "../../credentials/resolver.ts";
import type { SocketTarget } from "../../egress/socket-options.ts";
import { AdapterValidationError } from "../../errors/adapter-error.ts";
import type { ProviderEndpoints } from "../provider-endpoints.ts";
import { type MailAddress, parseAddress } from "./address.ts";

/** Which of a mailbox's two servers is meant. */
export type MailPurpose = "smtp" | "imap";

/** How a mailbox is reached and opened. */
export interface MailAccount extends SocketTarget {
  /** Names the host in a refusal: a metadata key of the credential, or "the mail server" for the operator's. */
  hostField: string;
  /** TLS from the first byte; otherwise STARTTLS, which is required. */
  implicitTls: boolean;
  user: string;
  login: { type: "xoauth2" | "password"; secret: Secret };
  /** As the credential has it; see `senderOf`. */
  fromAddress: string;
}

/** The kinds of credentials that open a mailbox. */
export const MAIL_KINDS = ["mail_oauth_a", "mail_oauth_b", "generic_api_key"] as const;

export type MailEndpoints = Pick<ProviderEndpoints, "mail_oauth_a" | "mail_oauth_b">;

const IMPLICIT_TLS_PORTS = [465, 993];
const DEFAULT_PORT = {
  smtp: { implicitTls: 465, startTls: 587 },
  imap: { implicitTls: 993, startTls: 143 },
} as const;

const metadataSchema = z.object({
  smtp_host: z.string().optional(),
  smtp_port: z.number().optional(),
  smtp_ssl: z.boolean().default(true),
  imap_host: z.string().optional(),
  imap_port: z.number().optional(),
  imap_ssl: z.boolean().default(true),
  username: z.string().optional(),
  from_address: z.string().optional(),
});

type MailMetadata = z.output<typeof metadataSchema>;

/** The account a credential stands for. Throws AdapterValidationError when its metadata does not say enough. */
export function mailAccount(
  { kind, metadata, token }: Pick<OpenCredential, "kind" | "metadata" | "token">,
  endpoints: MailEndpoints,
  purpose: MailPurpose,
): MailAccount {
  const known = metadataSchema.parse(metadata);
  const user = known.username ?? missing("username", "the mailbox's user name, as a rule its address");
  const identity = { user, fromAddress: known.from_address ?? user };
  if (kind === "mail_oauth_a" || kind === "mail_oauth_b") {
    const { host, port } = endpoints[kind][purpose];
    const implicitTls = IMPLICIT_TLS_PORTS.includes(port);
    const login = { type: "xoauth2", secret: token } as const;
    return {
      ...identity,
      host,
      port,
      implicitTls,
      login,
      chosenBy: "operator",
      hostField: "the mail server",
    };
  }
  const login = { type: "password", secret: token } as const;
  return { ...identity, ...tenantServer(known, purpose), login, chosenBy: "tenant" };
}

/** Who messages of this account are from. Throws AdapterValidationError when the credential names no address. */
export function senderOf({ fromAddress }: Pick<MailAccount, "fromAddress">): MailAddress {
  const from = parseAddress(fromAddress);
  if (from !== undefined) return from;
  throw new AdapterValidationError("The credential names no e-mail address to send from.", {
    nextStep: "Set metadata.from_address to the mailbox's address, such as ada@example.com.",
  });
}

function tenantServer(metadata: MailMetadata, purpose: MailPurpose) {
  const implicitTls = metadata[`${purpose}_ssl`];
  const key = `${purpose}_host` as const;
  return {
    host: metadata[key] ?? missing(key, "the mail server's host name"),
    port: metadata[`${purpose}_port`] ?? DEFAULT_PORT[purpose][implicitTls ? "implicitTls" : "startTls"],
    implicitTls,
    hostField: `metadata.${key}`,
  };
}

function missing(key: string, what: string): never {
  throw new AdapterValidationError(`The credential's metadata.${key} is not set.`, {
    nextStep: `Set metadata.${key} to ${what}.`,
  });
}
