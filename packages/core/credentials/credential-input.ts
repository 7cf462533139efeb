import * as z from "zod";
import { displayName } from "../access/display-name.ts";
import { Secret } from "../access/secret.ts";

const MAX_TOKEN_BYTES = 16 * 1024;

const token = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= MAX_TOKEN_BYTES, "must be at most 16 KiB")
  .refine((text) => !/[\r\n\0\p{Cs}]/u.test(text), "must be text on one line")
  .meta({ secret: true });
const secretToken = token.transform((text) => new Secret(text));

const label = displayName;
const scope = z.string().max(4096);
const metadata = z.record(z.string(), z.unknown());
const expiresAt = z.iso.datetime({ offset: true });

/** Request body that creates a credential. `kind` and `metadata` are checked later. */
export const newCredentialSchema = z.strictObject({
  kind: z.string(),
  label,
  token: secretToken,
  refresh_token: secretToken.optional(),
  scope: scope.default(""),
  metadata: metadata.default({}),
  expires_at: expiresAt.nullable().default(null),
});

/** Request body that changes a credential. `null` removes a refresh token or an expiry. */
export const credentialChangeSchema = z
  .strictObject({
    label: label.optional(),
    token: secretToken.optional(),
    refresh_token: secretToken.nullable().optional(),
    scope: scope.optional(),
    metadata: metadata.optional(),
    expires_at: expiresAt.nullable().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "must change at least one field");

export type NewCredential = z.infer<typeof newCredentialSchema>;
export type CredentialChange = z.infer<typeof credentialChangeSchema>;
