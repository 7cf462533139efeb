import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { CREDENTIAL_KINDS } from "@plumbline/core/credentials/kinds.ts";
import * as z from "zod";

export const credentialKind = z.enum(CREDENTIAL_KINDS).meta({ id: "CredentialKind" });

/** The account that a call used, in results and chunks. */
export const credentialName: z.ZodType<CredentialName> = z
  .object({ id: z.uuid(), kind: credentialKind, label: z.string() })
  .meta({ id: "CredentialName", description: "The account that a call used." });
