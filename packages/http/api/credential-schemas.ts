import type { CredentialFailure, CredentialStatus } from "@plumbline/core/credentials/credential.ts";
import type { AdapterErrorCode } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { credentialKind } from "./credential-name.ts";
import { dispatchErrorCode } from "./dispatch-schemas.ts";

const time = z.iso.datetime();

const status: z.ZodType<CredentialStatus> = z.enum([
  "active",
  "expiring",
  "expired",
  "needs_reconnect",
  "revoked",
]);

const adapterErrorCode: z.ZodType<AdapterErrorCode> = z.enum([
  "authentication",
  "validation",
  "rate_limit",
  "transient",
]);

const failure: z.ZodType<CredentialFailure> = z.object({
  error_code: adapterErrorCode,
  message: z.string(),
  at: time,
});

/** A credential as it is shown: all but its tokens. */
export const credential = z
  .object({
    id: z.uuid(),
    tenant_id: z.uuid(),
    kind: credentialKind,
    label: z.string(),
    scope: z.string().describe("Space-separated."),
    metadata: z.record(z.string(), z.unknown()).describe("What the kind has beside its token."),
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    created_at: time,
    updated_at: time,
    last_used_at: time.nullable().describe("Exact to an hour."),
    last_error: failure.nullable().describe("The provider's last refusal; null once it works again."),
    account: z
      .string()
      .nullable()
      .describe("Whose it is, as the provider said when the token was last tested; null before that."),
    status: status.describe(
      "`expiring` within a day of its end, when it cannot renew itself; `needs_reconnect` once the provider refused the token.",
    ),
    usable_for: z
      .array(z.string())
      .describe("The tools that can use it, by its kind and metadata; none once it is revoked."),
    warnings: z
      .array(z.string())
      .describe("What is wrong with it though it is stored: a sentence each, with what to do."),
  })
  .meta({ id: "Credential", description: "A tenant's connection to a provider, without its tokens." });

/** A credential that was just revoked, and whether the provider was told. */
export const revokedCredential = credential
  .extend({
    upstream: z
      .object({ revoked: z.boolean(), refusal_reason: z.string().optional() })
      .nullable()
      .describe(
        "Whether the provider revoked it too; null where it offers no revocation, or nothing was left to revoke.",
      ),
  })
  .meta({ id: "RevokedCredential" });

/** How the provider's cheapest authenticated read ended. */
export const credentialTest = z
  .union([
    z.object({
      ok: z.literal(true),
      account: z.string().optional().describe("Whose it is, as the provider says."),
      scopes: z.array(z.string()).optional(),
    }),
    z.object({
      ok: z.literal(false),
      error_code: dispatchErrorCode,
      refusal_reason: z.string(),
      next_step: z.string().optional().describe("What a person can do about it."),
      no_test: z.literal(true).optional().describe("There is nothing to test such a credential against."),
    }),
  ])
  .meta({ id: "CredentialTest" });
