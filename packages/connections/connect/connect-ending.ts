import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";

/** The purpose of a connect, as shown on pages. */
export interface ConnectSubject {
  /** The product that asks: the tenant's name, or Plumbline for the default tenant of a local service. */
  product: string;
  kind: CredentialKind;
  /** The provider's name, such as "Slack". */
  provider: string;
  /** The sign-in provider, such as "Google" for Gmail and Google Calendar. */
  signInAt: string;
  /** The connection's label. */
  label: string;
  /** The account expected by a renewal, if known. */
  account: string | undefined;
  isRenewal: boolean;
  scopes: readonly string[];
  expiresAt: string;
}

/** State of a connect link before anybody granted access. */
export type OpenedLink =
  | { state: "open"; subject: ConnectSubject; authorizeOrigin: string }
  | { state: "used" | "expired" | "withdrawn"; subject: ConnectSubject }
  | { state: "unknown" };

/** Outcome of an authorization. All except `connected` leave the credentials unchanged. */
export type ConnectEnding =
  /** The state is unknown, or its tenant was deleted. */
  | { outcome: "unknown" }
  | { outcome: "expired" | "used" | "withdrawn" | "other_browser" | "declined"; subject: ConnectSubject }
  | { outcome: "wrong_account"; subject: ConnectSubject; expected: string; found: string }
  /** The provider failed or its response was invalid. `reason` is a sentence for people. */
  | { outcome: "provider_error"; subject: ConnectSubject; reason: string; code?: string | undefined }
  /** It can no longer be stored: the label was taken, or the connection was revoked. */
  | { outcome: "overtaken"; subject: ConnectSubject; reason: string }
  | {
      outcome: "connected";
      subject: ConnectSubject;
      record: CredentialRecord;
      account: string | undefined;
      /** True for a renewal of a credential with an unknown account, for which any account was accepted. */
      isFirstKnown: boolean;
      /** Scopes that were requested but not granted. */
      missingScopes: readonly string[];
    };
