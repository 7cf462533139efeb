import { credentialChangeSchema, newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import * as z from "zod";
import { credentialKind } from "./credential-name.ts";
import { metadataRules } from "./metadata-rules.ts";
import { visibleName } from "./visible-name.ts";

const { token, scope, metadata, expires_at: expiresAt } = newCredentialSchema.shape;

const LINE_ENDS = "\\r\\n\\u0000";
const ONE_LINE = new RegExp(`^[^${LINE_ENDS}]*$`);

/** A token as JSON Schema can say it. Its schema in the core counts bytes, of which no character has less than one. */
const secretText = z
  .string()
  .min(1)
  .max(16_384)
  .regex(ONE_LINE, "must be text on one line")
  .meta({ writeOnly: true })
  .pipe(token);

const refreshToken = secretText.describe(
  "Stored sealed. This version does not use it to renew the token. One line, at most 16 KiB.",
);
const label = visibleName.describe(
  "The connection's name, one to each kind, in any letter case: 1 to 120 characters on one line.",
);
const scopeText = "What the token may do at its provider, space-separated.";
const metadataText = "What the kind has beside its token.";
const expiryText = "When the token ends, in the future; null when it does not.";

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
    token: secretText.optional().describe("Replaces the token, and clears what the old one was refused for."),
    refresh_token: refreshToken.nullable().optional().describe("Replaces it; null takes it away."),
    scope: credentialChangeSchema.shape.scope.describe(scopeText),
    metadata: credentialChangeSchema.shape.metadata.describe(`Replaces all of it. ${metadataText}`),
    expires_at: credentialChangeSchema.shape.expires_at.describe(expiryText),
  })
  .meta({ id: "ChangeCredential", minProperties: 1, description: "What is to be replaced; the rest stays." });
