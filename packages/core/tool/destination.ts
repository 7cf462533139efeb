import { hideInUrl, isSecretHeader } from "../text/named-secrets.ts";

/** Kinds of things that tools create, change or delete in a tenant's own systems. */
export const THINGS = ["issue", "note", "event", "contact", "watch"] as const;

export type Thing = (typeof THINGS)[number];

/**
 * Kinds of destination. Data is sent to a `url`, while a `link` is only fetched or shown. An `account`
 * publishes a post; a `mention` notifies someone within a message. `new` is something created in the tenant's
 * own system; `thing` is something changed or deleted there.
 */
type DestinationKind =
  | "channel"
  | "recipient"
  | "address"
  | "url"
  | "link"
  | "account"
  | "header"
  | "mention"
  | "new"
  | "thing";

/** A place to which a call sends data, or a person it notifies. */
export interface Destination {
  kind: DestinationKind;
  /** The value as sent: an address, an ID, a URL. */
  value: string;
  /** The argument that contains the value, such as `cc`. Omitted for the account of the connection. */
  argument?: string;
  /** Other names for it. For a post's account: its provider, a generic word and its label. */
  names?: readonly string[];
  /** True for a link within a text: nothing is sent there unless a reader clicks it. */
  needsClick?: true | undefined;
  /** For the recipient of a reply: Message-ID of the mail being replied to. */
  answers?: string | undefined;
  /** The kind of thing, for `new` and `thing`. */
  noun?: Thing;
}

/** Returns a destination's value, with secrets in headers and URLs redacted. */
export function redactDestination({
  kind,
  value,
  argument = "",
}: {
  kind: string;
  value: string;
  argument?: string | undefined;
}): string {
  return kind === "header" && isSecretHeader(argument) ? "[redacted]" : hideInUrl(value);
}

/** The sender of a mail that a tool has read. */
export interface MailSender {
  messageId: string;
  address: string;
  name?: string | undefined;
}

/** Names that a provider resolved to an ID, such as `#general` to `C0123`. */
export interface ResolvedName {
  names: readonly string[];
  id: string;
}

/** The `destinations` of a write that stays within the service. */
export const noDestinations = (): readonly Destination[] => [];

/**
 * Describes something that a write creates in the connection's own database, team, calendar or CRM, which
 * `system` names.
 */
export function createNewDestination(noun: Thing, ...system: readonly string[]): Destination {
  return { kind: "new", value: noun, noun, names: system };
}
