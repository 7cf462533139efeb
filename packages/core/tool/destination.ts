import { hideInUrl, isSecretHeader } from "../text/named-secrets.ts";

/** Kinds of things that tools make, change or end in a tenant's own systems. */
export const THINGS = ["issue", "note", "event", "contact", "watch"] as const;

export type Thing = (typeof THINGS)[number];

/**
 * Kinds of destination. A `url` is written to, a `link` is fetched or shown. An `account` is that of a public
 * post, a `mention` notifies somebody within a message. `new` is a thing that is made in the tenant's own
 * system, `thing` one that is changed or ended there.
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

/** Somewhere a call sends something, or somebody it reaches. */
export interface Destination {
  kind: DestinationKind;
  /** As it is sent: an address, an id, a URL. */
  value: string;
  /** The argument that holds it, such as `cc`. Left out for the account of the connection. */
  argument?: string;
  /** Other words for the same. A post's account has its provider, the neutral word and the label. */
  names?: readonly string[];
  /** True for a link within a text: nothing goes there before its reader clicks. */
  needsClick?: true | undefined;
  /** Message-ID of the mail that is answered, for the recipient of the answer. */
  answers?: string | undefined;
  /** The kind of a `new` or a `thing`. */
  noun?: Thing;
}

/** The value of a destination as people may see it: without what a header or a URL keeps secret. */
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

/** Names that a provider has resolved to an id, such as `#general` to `C0123`. */
export interface ResolvedName {
  names: readonly string[];
  id: string;
}

/** Says of a write that it goes nowhere: it is the service's own. */
export const withinConnection = (): readonly Destination[] => [];

/** A thing that a write makes in its connection's own database, team, calendar or CRM; `system`: its name. */
export function newThing(noun: Thing, ...system: readonly string[]): Destination {
  return { kind: "new", value: noun, noun, names: system };
}
