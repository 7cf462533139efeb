import { listOauthVariables } from "@plumbline/adapters/setting-names.ts";
import { listOauthFacts, type OAuthClients } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import * as z from "zod";
import { apiKey, baseUrl } from "./setting-values.ts";

const clientId = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, "must be the id of a client, without spaces")
  .optional();
const clientSecret = apiKey.optional();

/** Variables of every kind that supports OAuth. URLs default to those of the provider. */
export const oauthSchema = z.object(
  Object.fromEntries(
    listOauthVariables().flatMap((names): [string, z.ZodType][] => {
      const facts = listOauthFacts().get(names.kind);
      return [
        [names.clientId, clientId],
        [names.clientSecret, clientSecret],
        [names.authorizeUrl, baseUrl.default(facts?.authorizeUrl ?? "")],
        [names.tokenUrl, baseUrl.default(facts?.tokenUrl ?? "")],
        ...(names.revokeUrl === undefined
          ? []
          : [[names.revokeUrl, baseUrl.default(facts?.revocation?.url ?? "")] as [string, z.ZodType]]),
      ];
    }),
  ),
);

/** Returns the configured clients. */
export function readOAuthClients(values: z.infer<typeof oauthSchema>): OAuthClients {
  const providers = listOauthFacts();
  const clients = listOauthVariables().flatMap((names) => {
    const provider = providers.get(names.kind);
    const id = values[names.clientId];
    const secret = values[names.clientSecret];
    if (!provider || typeof id !== "string" || !(secret instanceof Secret)) return [];
    const readUrl = (name: string | undefined) => String(values[name ?? ""]);
    const client = {
      kind: names.kind,
      id,
      secret,
      facts: {
        ...provider,
        authorizeUrl: readUrl(names.authorizeUrl),
        tokenUrl: readUrl(names.tokenUrl),
        ...(provider.revocation && { revocation: { ...provider.revocation, url: readUrl(names.revokeUrl) } }),
      },
    };
    return [[names.kind, client] as const];
  });
  return new Map(clients);
}

/** Describes clients that have only an ID or only a secret. */
export function listIncompleteClients(set: Readonly<Record<string, unknown>>): string[] {
  return listOauthVariables().flatMap(({ clientId: id, clientSecret: secret }) => {
    if ((set[id] === undefined) === (set[secret] === undefined)) return [];
    const [given, missing] = set[id] === undefined ? [secret, id] : [id, secret];
    return [`${given} also requires ${missing}`];
  });
}
