import { allowedOrigin } from "@plumbline/core/credentials/allowed-origin.ts";
import type { CredentialMetadata } from "@plumbline/core/credentials/kinds.ts";
import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";
import {
  createServerFields,
  findServerProblems,
  SERVER_KEYS,
  serverRules,
  toComparableServers,
} from "../mail/server-metadata.ts";
import { headerName, maySetHeader } from "./header-name.ts";

/** Creates the schema of the metadata of either a webhook key or a mail password, never both. */
function createApiKeyMetadata() {
  return (
    z
      .strictObject({
        ...createServerFields(),
        allowed_hosts: z
          .array(allowedOrigin)
          .min(1)
          .max(50)
          .transform((origins) => [...new Set(origins)])
          .optional()
          .describe(
            "Origins that a webhook may send this key to: https unless the entry starts with `http://`, and the default port unless it gives one.",
          ),
        header: headerName
          .refine(maySetHeader, "may not be this header")
          .transform((name) => name.toLowerCase())
          .optional()
          .describe(
            "The header in which a webhook expects the key, such as `x-api-key`; by default `Authorization: Bearer`.",
          ),
      })
      .superRefine((metadata, context) => {
        const refuse = (key: string, message: string) =>
          context.addIssue({ code: "custom", path: [key], message });
        for (const [key, problem] of findServerProblems(metadata)) refuse(key, problem);
        if (metadata.header !== undefined && metadata.allowed_hosts === undefined)
          refuse("header", "is only for a webhook's key, which has allowed_hosts");
        const set = new Map(Object.entries(metadata));
        const mailKeys = SERVER_KEYS.filter((key) => set.get(key) !== undefined);
        if (metadata.allowed_hosts !== undefined && mailKeys.length > 0)
          refuse(
            "allowed_hosts",
            `cannot be combined with ${mailKeys.join(", ")}: a mail password is never sent to a webhook`,
          );
      })
      // States the same rules for OpenAPI, which cannot express `superRefine`.
      .meta({
        dependentRequired: { ...serverRules.dependentRequired, header: ["allowed_hosts"] },
        dependentSchemas: {
          allowed_hosts: { properties: Object.fromEntries(SERVER_KEYS.map((key) => [key, false])) },
        },
        allOf: serverRules.allOf,
      })
  );
}

/** Provider of JSON webhooks. Its credential kind also stores mail server passwords. */
export const http = defineProvider({
  word: "http",
  speaksTo: "a webhook of the caller's",
  endpoints: {},
  kinds: [
    {
      kind: "generic_api_key",
      opens: (metadata) => (isMailPassword(metadata) ? "mail server" : "webhook"),
      metadata: createApiKeyMetadata,
      destination: ({ allowed_hosts, header, ...others }) => ({
        header,
        allowed_hosts: Array.isArray(allowed_hosts) ? [...new Set(allowed_hosts)].sort() : allowed_hosts,
        ...toComparableServers(others),
      }),
      canAdd: canAddMetadata,
      docs: [
        {
          purpose: "for mail",
          token: "the password",
          metadata: SERVER_KEYS.map((key) => `\`${key}\``).join(", "),
        },
        {
          purpose: "for webhooks",
          token: "the key",
          metadata:
            "`allowed_hosts`: the origins it may be sent to, such as `hooks.example.com` (https, port 443), " +
            "`https://hooks.example.com:8443` or `http://hooks.example.com`; `header`, if not `Authorization`",
        },
      ],
    },
  ],
});

function isMailPassword({ smtp_host, imap_host }: CredentialMetadata): boolean {
  return smtp_host !== undefined || imap_host !== undefined;
}

/** Returns whether these metadata keys can be added. Mail and webhook keys are mutually exclusive. */
function canAddMetadata(metadata: CredentialMetadata, keys: readonly string[]): boolean {
  const allKeys = [...keys, ...Object.keys(metadata).filter((key) => metadata[key] !== undefined)];
  return !allKeys.includes("allowed_hosts") || !SERVER_KEYS.some((key) => allKeys.includes(key));
}
