import { credentialKinds } from "@plumbline/adapters/credential-kinds.ts";
import type {
  CredentialFailure,
  CredentialHealth,
  CredentialStatus,
} from "@plumbline/core/credentials/credential.ts";
import { credentialChangeSchema, newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { AdapterErrorCode } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { credentialKind, dispatchErrorCode } from "./call-schemas.ts";
import { visibleName } from "./fields.ts";

/** Rules for the `metadata` of each kind, as conditions in the JSON Schema of a new credential. */
export const metadataRules = [...groupKindsByMetadata()].map(([metadata, kinds]) => ({
  if: { properties: { kind: { enum: kinds } }, required: ["kind"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this.
  then: JSON.parse(metadata),
}));

/** Groups kinds that have the same metadata schema. */
function groupKindsByMetadata(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const kind of credentialKinds.listNames()) {
    const rule = JSON.stringify(toRule(credentialKinds.metadataSchema(kind)));
    all.set(rule, [...(all.get(rule) ?? []), kind]);
  }
  return all;
}

function toRule(schema: z.ZodObject) {
  const { $schema: _dialect, ...metadata } = z.toJSONSchema(schema, { io: "input" });
  const optional = schema.safeParse({}).success;
  return { properties: { metadata }, ...(optional ? {} : { required: ["metadata"] }) };
}

const { token, scope, metadata, expires_at: expiresAt } = newCredentialSchema.shape;

const LINE_ENDS = "\\r\\n\\u0000";
const ONE_LINE = new RegExp(`^[^${LINE_ENDS}]*$`);

/**
 * A token as far as JSON Schema can describe it. The core's schema limits bytes. Every character has at least
 * one.
 */
const secretText = z
  .string()
  .min(1)
  .max(16_384)
  .regex(ONE_LINE, "must be text on one line")
  .meta({ writeOnly: true })
  .pipe(token);

const refreshToken = secretText.describe(
  "Renews the token before it expires, if the operator has an OAuth client for the kind. Stored encrypted. One line, at most 16 KiB.",
);
const label = visibleName.describe(
  "The connection's name, unique within its kind (ignoring case): 1 to 120 characters on one line.",
);
const scopeText = "What the token may do at its provider, space-separated.";
const metadataText = "Fields specific to the kind, besides the token.";
const expiryText =
  "When the token expires; null when it does not. Must be in the future, unless a refresh token renews it.";

export const newCredentialBody = newCredentialSchema
  .extend({
    kind: credentialKind,
    label,
    token: secretText.describe("The provider's token or key: one line, at most 16 KiB in UTF-8."),
    refresh_token: refreshToken.optional(),
    scope: scope.describe(scopeText),
    metadata: metadata.describe(metadataText),
    expires_at: expiresAt.describe(expiryText),
  })
  .meta({ id: "CreateCredential", allOf: metadataRules });

export const credentialChangeBody = credentialChangeSchema
  .safeExtend({
    label: label.optional(),
    token: secretText.optional().describe("Replaces the token, and clears the errors of the old one."),
    refresh_token: refreshToken.nullable().optional().describe("Replaces it; null removes it."),
    scope: credentialChangeSchema.shape.scope.describe(scopeText),
    metadata: credentialChangeSchema.shape.metadata.describe(`Replaces all metadata. ${metadataText}`),
    expires_at: credentialChangeSchema.shape.expires_at.describe(expiryText),
  })
  .meta({
    id: "ChangeCredential",
    minProperties: 1,
    description: "The fields to replace; the rest stays the same.",
  });

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

const health: z.ZodType<CredentialHealth | null> = z
  .object({
    tested_at: time.describe("When a test or call last checked it; for calls, accurate to an hour."),
    ok: z.boolean(),
    failing_since: time.nullable().describe("The first failure since it last worked; null while it works."),
    error_code: adapterErrorCode.nullable(),
  })
  .meta({ id: "CredentialHealth" })
  .nullable()
  .describe("Whether its last test or call worked; null before the first.");

/** A credential without its tokens. */
export const credential = z
  .object({
    id: z.uuid(),
    tenant_id: z.uuid(),
    kind: credentialKind,
    label: z.string(),
    scope: z.string().describe("Space-separated."),
    metadata: z.record(z.string(), z.unknown()).describe("Fields specific to the kind, besides the token."),
    expires_at: time.nullable(),
    revoked_at: time.nullable(),
    created_at: time,
    updated_at: time,
    last_used_at: time.nullable().describe("The last call or test that worked, accurate to an hour."),
    last_error: failure.nullable().describe("The provider's last refusal; null once it works again."),
    account: z
      .string()
      .nullable()
      .describe(
        "The account it belongs to, as reported by the provider when the token was last tested; null before that.",
      ),
    health,
    status: status.describe(
      "`expiring` when it expires within a day and cannot be renewed; `needs_reconnect` once the provider has refused the token.",
    ),
    usable_for: z
      .array(z.string())
      .describe("The tools that can use it, given its kind and metadata; none once it is revoked."),
    warnings: z
      .array(z.string())
      .describe("Problems with the stored credential, each as a sentence that says what to do."),
  })
  .meta({ id: "Credential", description: "A tenant's connection to a provider, without its tokens." });

/** A credential that was just revoked, and whether the provider revoked it too. */
export const revokedCredential = credential
  .extend({
    upstream: z
      .object({ revoked: z.boolean(), refusal_reason: z.string().optional() })
      .nullable()
      .describe(
        "Whether the provider revoked it too; null if it offers no revocation, or nothing was left to revoke.",
      ),
  })
  .meta({ id: "RevokedCredential" });

/** Result of the provider's cheapest authenticated read. */
export const credentialTest = z
  .union([
    z.object({
      ok: z.literal(true),
      account: z.string().optional().describe("The account it belongs to, as reported by the provider."),
      scopes: z.array(z.string()).optional(),
      health,
    }),
    z.object({
      ok: z.literal(false),
      error_code: dispatchErrorCode,
      refusal_reason: z.string(),
      next_step: z.string().optional().describe("What a person can do about it."),
      no_test: z.literal(true).optional().describe("Credentials of this kind cannot be tested."),
      health,
    }),
  ])
  .meta({ id: "CredentialTest" });
