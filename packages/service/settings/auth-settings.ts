import type { IssuerSettings } from "@plumbline/core/access/token-verifier.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import * as z from "zod";
import { baseUrl, listMissing } from "./setting-values.ts";

/** Variables of the OIDC issuer whose tokens callers may send. */
export const authVariables = {
  AUTH_ISSUER: baseUrl
    .refine(isPrivateOnItsWay, "must be an https URL; http is only allowed for an issuer on this machine")
    .optional(),
  AUTH_AUDIENCE: z
    .string()
    .transform((text) => text.split(",").map((audience) => audience.trim()))
    .refine(
      (audiences) => audiences.every((audience) => /^[\x21-\x7e]{1,500}$/.test(audience)),
      "must be a comma-separated list of audiences without spaces, such as https://api.example.com",
    )
    .optional(),
  AUTH_TENANT_CLAIM: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, "must be the name of a claim, without spaces")
    .default("tenant_id"),
  AUTH_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be the id of a client, without spaces")
    .optional(),
};

const schema = z.object(authVariables);

/** Returns the operator's issuer, or `undefined` if none is configured. */
export function readIssuer(values: z.infer<typeof schema>): IssuerSettings | undefined {
  const { AUTH_ISSUER: issuer, AUTH_AUDIENCE: audiences, AUTH_TENANT_CLAIM: tenantClaim } = values;
  if (issuer === undefined || audiences === undefined) return undefined;
  return { issuer, audiences, tenantClaim, clientId: values.AUTH_CLIENT_ID };
}

/**
 * Describes which required variables are missing. Without an audience, every token of the issuer would be
 * accepted, even those for other services.
 */
export function listIncompleteIssuer(set: Readonly<Record<string, unknown>>): string[] {
  const given = Object.keys(authVariables).filter((name) => set[name] !== undefined);
  return listMissing(given, ["AUTH_ISSUER", "AUTH_AUDIENCE"]);
}

/**
 * Returns true if a URL is safe from tampering. With plain http, an attacker on the network could replace the
 * issuer's keys.
 */
function isPrivateOnItsWay(text: string): boolean {
  const url = parseUrl(text);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? "");
  return url?.protocol === "https:" || isHere;
}
