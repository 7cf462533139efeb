import * as z from "zod";
import { pageOf, pageQuery } from "../paging.ts";
import { recordId } from "../path-id.ts";
import { credentialChangeBody, newCredentialBody } from "./credential-body.ts";
import { credentialKind } from "./credential-name.ts";
import { credential, credentialTest, revokedCredential } from "./credential-schemas.ts";
import { json, type Operation } from "./operation.ts";
import { visibleName } from "./visible-name.ts";

const ofCredential = z.object({ id: recordId.describe("The credential's id.") });

const LABEL_TAKEN = "Another credential of this kind has this label, in any letter case.";
const TOKEN_NEEDED = "The metadata would send the stored token elsewhere: send the token again with it.";
const CHANGED_MEANWHILE = "It was changed at the same time; read it again and repeat.";

export const createCredential = {
  id: "createCredential",
  method: "POST",
  path: "/api/v1/credentials",
  access: "credentials:write",
  tag: "Credentials",
  summary: "Store a credential",
  description:
    "Stores a connection to a provider; its tokens are kept encrypted and are in no answer. What `metadata` may hold depends on the kind. " +
    "A `generic_api_key` has what it is for: a mail server's name, or in `allowed_hosts` the origins that a webhook may send the key to: " +
    "https unless an entry says `http://`, and the default port unless it names one.",
  body: newCredentialBody,
  examples: {
    "A bot of the chat app": { kind: "chatapp_bot", label: "team chat", token: "xoxb-the-token" },
    "An inbox and its outgoing server": {
      kind: "generic_api_key",
      label: "support inbox",
      token: "the password",
      metadata: {
        username: "support@example.com",
        imap_host: "imap.example.com",
        smtp_host: "smtp.example.com",
      },
    },
  },
  answers: { 201: json("The credential, without its tokens.", credential) },
  refusals: { conflict: LABEL_TAKEN, not_found: "The tenant has been deleted meanwhile." },
} satisfies Operation;

export const listCredentials = {
  id: "listCredentials",
  method: "GET",
  path: "/api/v1/credentials",
  access: "credentials:read",
  tag: "Credentials",
  summary: "List credentials",
  description: "The tenant's credentials, revoked ones too, a page at a time.",
  query: pageQuery.extend({
    kind: credentialKind.optional().describe("Only those of this kind."),
    label: visibleName
      .optional()
      .describe("Only those with this label, in any letter case. Revoked ones have given theirs away."),
  }),
  answers: { 200: json("A page of credentials.", pageOf(credential)) },
} satisfies Operation;

export const getCredential = {
  id: "getCredential",
  method: "GET",
  path: "/api/v1/credentials/:id",
  access: "credentials:read",
  tag: "Credentials",
  summary: "Read a credential",
  description: "One credential, with its status, its last use and the provider's last refusal.",
  params: ofCredential,
  answers: { 200: json("The credential.", credential) },
} satisfies Operation;

export const changeCredential = {
  id: "changeCredential",
  method: "PATCH",
  path: "/api/v1/credentials/:id",
  access: "credentials:write",
  tag: "Credentials",
  summary: "Change a credential",
  description:
    "Replaces what is sent and leaves the rest. Its kind stays; a revoked credential cannot be changed. Metadata that decides where the " +
    "token goes (`allowed_hosts`, mail hosts, their ports and `…_ssl`, `username`, `auth_form`, `urn`) changes only together with `token`; " +
    "an old refresh token is then dropped unless `refresh_token` replaces it.",
  params: ofCredential,
  body: credentialChangeBody,
  examples: { "A new token": { token: "xoxb-the-new-token", expires_at: null } },
  answers: { 200: json("The credential as it is now.", credential) },
  refusals: { conflict: `It is revoked. ${TOKEN_NEEDED} ${LABEL_TAKEN} ${CHANGED_MEANWHILE}` },
} satisfies Operation;

export const revokeCredential = {
  id: "revokeCredential",
  method: "DELETE",
  path: "/api/v1/credentials/:id",
  access: "credentials:write",
  tag: "Credentials",
  summary: "Revoke a credential",
  description:
    "Erases its tokens for good and keeps the record, with `revoked_at`. Where the provider offers it, the token is revoked there too; " +
    "`upstream` says how that went. Repeating it changes nothing.",
  params: ofCredential,
  answers: { 200: json("The revoked credential.", revokedCredential) },
  refusals: { conflict: CHANGED_MEANWHILE },
} satisfies Operation;

export const testCredential = {
  id: "testCredential",
  method: "POST",
  path: "/api/v1/credentials/:id/test",
  access: "credentials:write",
  tag: "Credentials",
  summary: "Test a credential",
  description:
    "Makes the provider's cheapest authenticated read. That the provider refuses is an answer: `ok` is false.",
  params: ofCredential,
  answers: { 200: json("How the test ended.", credentialTest) },
} satisfies Operation;
