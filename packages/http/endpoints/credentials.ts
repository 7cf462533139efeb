import { mayUseCredential } from "@plumbline/core/access/caller.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { filterPage } from "@plumbline/core/records/page.ts";
import { skipUnreadable } from "@plumbline/core/records/readable.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { callOptions, getActor, readJson, readQuery } from "../request.ts";
import { credentialKind } from "./call-schemas.ts";
import { addReconnectLink } from "./connections.ts";
import {
  credential,
  credentialChangeBody,
  credentialTest,
  newCredentialBody,
  revokedCredential,
} from "./credential-schemas.ts";
import { describeCredential } from "./credential-view.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { deletedUnreadable, recordId, visibleName } from "./fields.ts";
import { mailPartRoute } from "./mail-part.ts";
import { createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";
import { readPathCredential, requireMayAddCredentials } from "./visibility.ts";

const ofCredential = z.object({ id: recordId.describe("The credential's id.") });

const LABEL_TAKEN = "Another credential of this kind already has this label (ignoring case).";
const TOKEN_NEEDED =
  "The new metadata would send the stored token to a different host: include the token in the request.";
const CHANGED_MEANWHILE = "It was changed at the same time. Read it again and repeat the request.";

const createCredential = operation({
  id: "createCredential",
  access: "credentials:write",
  summary: "Store a credential",
  description:
    "Stores a connection to a provider. Its tokens are encrypted and never returned. The fields of `metadata` depend on the kind. " +
    "The metadata of a `generic_api_key` says what it is for: a mail server, or in `allowed_hosts` the origins that a webhook may send the key to " +
    "(https unless an entry starts with `http://`, and the default port unless it gives one).",
  body: newCredentialBody,
  examples: {
    "A chat app bot": { kind: "chatapp_bot", label: "team chat", token: "xoxb-the-token" },
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
  answers: () => ({ 201: jsonAnswer("The credential, without its tokens.", credential) }),
  refusals: { conflict: LABEL_TAKEN, not_found: "The tenant was deleted in the meantime." },
});

const listCredentials = operation({
  id: "listCredentials",
  access: "credentials:read",
  summary: "List credentials",
  description:
    "The tenant's credentials that the key may use, including revoked ones. " +
    "A key with `allowed_credentials` cannot add one.",
  query: pageQuery.extend({
    kind: credentialKind.optional().describe("Only credentials of this kind."),
    label: visibleName
      .optional()
      .describe("Only credentials with this label (ignoring case). Revoked credentials no longer have one."),
  }),
  answers: () => ({ 200: jsonAnswer("A page of credentials.", createPageSchema(credential)) }),
});

const getCredential = operation({
  id: "getCredential",
  access: "credentials:read",
  summary: "Read a credential",
  description: "One credential with its status, health, last use and the provider's last refusal.",
  params: ofCredential,
  answers: () => ({ 200: jsonAnswer("The credential.", credential) }),
});

const changeCredential = operation({
  id: "changeCredential",
  access: "credentials:write",
  summary: "Change a credential",
  description:
    "Replaces the fields in the request and keeps the rest. The kind cannot be changed, nor can a revoked credential. Metadata that decides where the " +
    "token is sent (`allowed_hosts`, `header`, mail hosts, their ports and `…_ssl`, `username`, `auth_form`, `urn`) can only be changed together with `token`; " +
    "the old refresh token is then removed unless `refresh_token` replaces it.",
  params: ofCredential,
  body: credentialChangeBody,
  examples: { "A new token": { token: "xoxb-the-new-token", expires_at: null } },
  answers: () => ({ 200: jsonAnswer("The updated credential.", credential) }),
  refusals: { conflict: `It is revoked. ${TOKEN_NEEDED} ${LABEL_TAKEN} ${CHANGED_MEANWHILE}` },
});

const revokeCredential = operation({
  id: "revokeCredential",
  access: "credentials:write",
  summary: "Revoke a credential",
  description:
    "Permanently erases its tokens and keeps the record, with `revoked_at`. If the provider supports it, tokens issued to the OAuth client are revoked there too; " +
    "`upstream` has the result. Repeating the request has no effect.",
  params: ofCredential,
  answers: () => ({ 200: jsonAnswer("The revoked credential.", revokedCredential), 204: deletedUnreadable }),
  refusals: { conflict: CHANGED_MEANWHILE },
});

const testCredential = operation({
  id: "testCredential",
  access: "credentials:write",
  summary: "Test a credential",
  description:
    "Makes the provider's cheapest authenticated read. If the provider refuses it, the response is a 200 with `ok` false. " +
    "The result updates the credential's `health`.",
  params: ofCredential,
  answers: () => ({ 200: jsonAnswer("The result of the test.", credentialTest) }),
});

/**
 * Time limit for revoking at the provider, which is optional. Revoking the stored credential does not wait
 * longer.
 */
const UPSTREAM_REVOKE_MS = 10_000;

/** Creates the routes of a tenant's credentials. Tokens can be stored but never read. */
export function credentialRoutes(service: Service): readonly Route[] {
  const { credentials, connectionChecks, dispatcher, registry, refresher } = service;
  const { storedTokenTest, tokenRevoker, clock } = service;
  const createView = async () => {
    const tools = await registry.list();
    return (record: CredentialRecord) =>
      describeCredential(record, { tools, now: clock.now(), canRenew: (one) => refresher.canRenew(one) });
  };
  const show = async (record: CredentialRecord) => (await createView())(record);

  /**
   * Revokes a token with the provider's tool if there is one, otherwise as the OAuth client to which it was
   * issued.
   */
  const revokeUpstream = async (
    record: CredentialRecord,
    caller: { tenantId: string },
    asked: CallOptions,
  ) => {
    const revoke = (await connectionChecks.find(record))?.revoke;
    if (!revoke) return (await tokenRevoker.revoke(record, UPSTREAM_REVOKE_MS)) ?? null;
    const options = { ...asked, deadline: Deadline.in(UPSTREAM_REVOKE_MS, clock) };
    const result = await dispatcher.run(caller, revoke, { credential_id: record.id }, options);
    return result.ok ? { revoked: true } : { revoked: false, refusal_reason: result.refusal_reason };
  };

  return [
    route(createCredential, async (context, caller) => {
      requireMayAddCredentials(caller);
      const body = await readJson(context, createCredential.body);
      const record = await credentials.create(caller.tenantId, body, getActor(context));
      return context.json(await show(record), 201);
    }),
    route(listCredentials, async (context, caller) => {
      const { tenantId } = caller;
      const { kind, label, ...paging } = readQuery(context, listCredentials.query);
      const found = await filterPage(
        toPageRequest(paging),
        (request) =>
          label === undefined
            ? credentials.list(tenantId, { ...request, kind })
            : credentials.listByLabel(tenantId, label, { ...request, kind }),
        ({ id }) => mayUseCredential(caller, id),
      );
      return context.json(formatPage(found, await createView()));
    }),
    route(getCredential, async (context, caller) => {
      const record = await credentials.get(caller.tenantId, readPathCredential(context, caller));
      return context.json(await show(record));
    }),
    route(changeCredential, async (context, caller) => {
      const id = readPathCredential(context, caller);
      const change = await readJson(context, changeCredential.body);
      const record = await credentials.change(caller.tenantId, id, change, getActor(context));
      return context.json(await show(record));
    }),
    route(revokeCredential, async (context, caller) => {
      const id = readPathCredential(context, caller);
      const record = await skipUnreadable(credentials.get(caller.tenantId, id));
      if (!record) {
        await credentials.discard(caller.tenantId, id, getActor(context));
        return context.body(null, 204);
      }
      const upstream =
        record.revoked_at === null ? await revokeUpstream(record, caller, callOptions(context)) : null;
      const revoked = await show(await credentials.revoke(caller.tenantId, record.id, getActor(context)));
      return context.json({ ...revoked, upstream });
    }),
    route(testCredential, async (context, caller) => {
      const record = await credentials.get(caller.tenantId, readPathCredential(context, caller));
      const { health: known = null } = record;
      const tested = await storedTokenTest.run(caller, record, callOptions(context));
      if (!tested) {
        const refusal_reason = `Credentials of kind ${record.kind} cannot be tested.`;
        const untested = { ok: false, error_code: "validation", refusal_reason, no_test: true };
        return context.json({ ...untested, health: known });
      }
      if ("health" in tested) {
        const { name, scopes, health } = tested;
        return context.json({
          ok: true,
          ...(name === undefined ? {} : { account: name }),
          ...(scopes === undefined ? {} : { scopes }),
          health,
        });
      }
      const refusal = await addReconnectLink(tested.result, caller, context, service);
      const { error_code, refusal_reason, next_step } = refusal;
      // A provider that is down or asks to wait says nothing about the credential.
      const isRefused = error_code === "authentication" || error_code === "validation";
      const health = isRefused ? await credentials.noteFailedTest(record, error_code) : known;
      return context.json({ ok: false, error_code, refusal_reason, ...(next_step && { next_step }), health });
    }),
    mailPartRoute(service),
  ];
}
