import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";

/** The purpose of a connect, as pages tell it. */
export interface ConnectSubject {
  /** The product that asks: the tenant's name, or Plumbline for the first tenant of one machine. */
  product: string;
  kind: CredentialKind;
  /** The provider's name, such as "Slack". */
  provider: string;
  /** Where the person signs in, such as "Google" for Gmail and Google Calendar. */
  signInAt: string;
  /** The connection's name. */
  label: string;
  /** The account that a renewal expects, as far as it is known. */
  account: string | undefined;
  isRenewal: boolean;
  scopes: readonly string[];
  expiresAt: string;
}

/** State of a connect's address before anybody agreed. */
export type OpenedLink =
  | { state: "open"; subject: ConnectSubject; authorizeOrigin: string }
  | { state: "used" | "expired" | "withdrawn"; subject: ConnectSubject }
  | { state: "unknown" };

/** Outcome of a visit to a provider. Every one but `connected` leaves the credentials as they were. */
export type ConnectEnding =
  /** We made no such state, or its tenant is gone. */
  | { outcome: "unknown" }
  | { outcome: "expired" | "used" | "withdrawn" | "other_browser" | "declined"; subject: ConnectSubject }
  | { outcome: "wrong_account"; subject: ConnectSubject; expected: string; found: string }
  /** The provider, or what it answered, stood in the way; `reason` is a sentence for people. */
  | { outcome: "provider_error"; subject: ConnectSubject; reason: string; code?: string | undefined }
  /** It can no longer be stored: the name was given away, or the connection was ended. */
  | { outcome: "overtaken"; subject: ConnectSubject; reason: string }
  | {
      outcome: "connected";
      subject: ConnectSubject;
      record: CredentialRecord;
      account: string | undefined;
      /** True for a renewal of a credential whose account was not known: any account was accepted. */
      isFirstKnown: boolean;
      /** Scopes that were asked for and not given. */
      missingScopes: readonly string[];
    };
