import { CREDENTIAL_KINDS } from "@plumbline/adapters/credential-kinds.ts";
import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import * as z from "zod";

export const credentialKind = z.enum(CREDENTIAL_KINDS).meta({ id: "CredentialKind" });

/** The account that a call used, in results and chunks. */
export const credentialName: z.ZodType<CredentialName> = z
  .object({ id: z.uuid(), kind: credentialKind, label: z.string() })
  .meta({ id: "CredentialName", description: "The account that a call used." });
