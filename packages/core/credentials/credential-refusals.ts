import { timestamp } from "../clock/clock.ts";
import { PLUMBLINE } from "../errors/command-name.ts";
import { listInputIssues, ServiceError, summarizeIssues } from "../errors/service-error.ts";
import type { CredentialRecord } from "./credential.ts";
import type { CredentialConflict } from "./credential-store.ts";
import type { CredentialKind, CredentialKinds, CredentialMetadata } from "./kinds.ts";

/**
 * Checks a credential's metadata against its kind. Throws ServiceError `bad_request` for an unknown kind or
 * invalid metadata.
 */
export function checkMetadata(
  kinds: CredentialKinds,
  kind: CredentialKind,
  metadata: Record<string, unknown>,
): CredentialMetadata {
  if (!kinds.has(kind)) {
    const message = `must be one of ${kinds.listNames().join(", ")}`;
    throw new ServiceError("bad_request", `There is no credential kind ${kind.slice(0, 80)}.`, {
      issues: [{ path: "kind", message }],
    });
  }
  const checked = kinds.metadataSchema(kind).safeParse(metadata);
  if (checked.success) return checked.data;
  const issues = listInputIssues(checked.error, ["metadata"]);
  throw new ServiceError(
    "bad_request",
    `The metadata is not valid for the kind ${kind}: ${summarizeIssues(issues)}.`,
    { issues },
  );
}

/** Checks a token's expiry. Throws ServiceError `bad_request` if it has expired and cannot be renewed. */
export function checkExpiry(
  expiresAt: string | null,
  { renews, now }: { renews: boolean; now: number },
): string | null {
  if (expiresAt === null) return null;
  const at = Date.parse(expiresAt);
  if (renews || at > now) return timestamp(at);
  throw new ServiceError("bad_request", "expires_at is in the past.", {
    issues: [{ path: "expires_at", message: "must be in the future, unless you also send a refresh_token" }],
  });
}

/**
 * Creates the error for changing a destination without sending the token again. Otherwise anyone who may
 * change metadata could redirect a stored token to their own server.
 */
export function createTokenRequiredError(keys: readonly string[]): ServiceError {
  const named = keys.map((key) => `metadata.${key}`);
  return new ServiceError(
    "conflict",
    `${named.join(", ")} ${keys.length > 1 ? "decide" : "decides"} where the stored token is sent, so ` +
      "include the token: repeat the change together with it.",
    { issues: named.map((path) => ({ path, message: "can only be changed together with the token" })) },
  );
}

/** Tells a caller with a duplicate label how to list the credentials of a kind. */
export function adviseListing(kind: string): string {
  return `\`${PLUMBLINE} credential list --kind ${kind}\` lists the existing ones.`;
}

/** Throws ServiceError `conflict` or `not_found` if the store rejected a change. */
export function refuseConflict(conflict: CredentialConflict | undefined, record: CredentialRecord): void {
  if (conflict === "label_taken") {
    throw new ServiceError(
      "conflict",
      `There is already a credential of kind ${record.kind} with the label "${record.label}" (ignoring case). ` +
        `Choose another label, or change that credential. ${adviseListing(record.kind)}`,
    );
  }
  if (conflict === "tenant_deleted") throw new ServiceError("not_found", "The tenant has been deleted.");
  if (conflict === "stale") {
    throw new ServiceError(
      "conflict",
      "This credential was changed at the same time. Read it again and repeat the change.",
    );
  }
}
