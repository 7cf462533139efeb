import { hideInUrl, isSecretHeader } from "../text/named-secrets.ts";

/** Kinds of things that tools create, change or end in a tenant's own systems. */
export const THINGS = ["issue", "note", "event", "contact", "watch"] as const;

export type Thing = (typeof THINGS)[number];

/**
 * Kinds of destination. A `url` is written to, a `link` is fetched or shown. An `account` publishes a post, a
 * `mention` notifies someone within a message. `new` is a thing created in the tenant's own system, `thing`
 * one that is changed or ended there.
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

/** Something that a call sends data to, or someone it reaches. */
export interface Destination {
  kind: DestinationKind;
  /** The value as sent: an address, an ID, a URL. */
  value: string;
  /** The argument that contains the value, such as `cc`. Omitted for the account of the connection. */
  argument?: string;
  /** Other names for it. A post's account has its provider, a neutral word and its label. */
  names?: readonly string[];
  /** True for a link within a text: nothing is sent there before its reader clicks. */
  needsClick?: true | undefined;
  /** Message-ID of the mail being answered, for the recipient of the answer. */
  answers?: string | undefined;
  /** The kind of thing, for `new` and `thing`. */
  noun?: Thing;
}

/** Returns the value of a destination with secrets in headers and URLs redacted. */
export function showDestination({
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

/** Names that a provider has resolved to an ID, such as `#general` to `C0123`. */
export interface ResolvedName {
  names: readonly string[];
  id: string;
}

/** Declares that a write has no destination, because it stays within the service. */
export const withinConnection = (): readonly Destination[] => [];

/**
 * Returns a thing that a write creates in its connection's own database, team, calendar or CRM. `system` is
 * its name.
 */
export function newThing(noun: Thing, ...system: readonly string[]): Destination {
  return { kind: "new", value: noun, noun, names: system };
}
