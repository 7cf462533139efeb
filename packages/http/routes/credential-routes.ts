import { type CredentialRecord, credentialStatus } from "@plumbline/core/credentials/credential.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import * as z from "zod";
import {
  changeCredential,
  createCredential,
  getCredential,
  listCredentials,
  revokeCredential,
  testCredential,
} from "../api/credential-operations.ts";
import { pageAnswer, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

/** A revocation at the provider is a courtesy: the tenant's own does not wait longer for it. */
const UPSTREAM_REVOKE_MS = 10_000;

type CredentialService = Pick<Service, "credentials" | "connectionChecks" | "dispatcher" | "clock">;

/** A tenant's credentials. A token goes in and never comes out. */
export function credentialRoutes({
  credentials,
  connectionChecks,
  dispatcher,
  clock,
}: CredentialService): readonly Route[] {
  const show = (record: CredentialRecord) => {
    const { token_cipher: _token, refresh_token_cipher: _refresh, version: _version, ...shown } = record;
    return { ...shown, status: credentialStatus(record, clock.now()) };
  };
  const checkOf = (record: CredentialRecord) =>
    connectionChecks.find(({ kinds, fits }) => kinds.includes(record.kind) && (fits?.(record) ?? true));

  return [
    route(createCredential, async (context, { tenantId }) => {
      const record = await credentials.create(tenantId, await readJson(context, createCredential.body));
      return context.json(show(record), 201);
    }),
    route(listCredentials, async (context, { tenantId }) => {
      const { kind, ...paging } = readQuery(context, listCredentials.query);
      return context.json(
        pageAnswer(await credentials.list(tenantId, { ...pageRequest(paging), kind }), show),
      );
    }),
    route(getCredential, async (context, { tenantId }) => {
      return context.json(show(await credentials.get(tenantId, pathId(context))));
    }),
    route(changeCredential, async (context, { tenantId }) => {
      const id = pathId(context);
      const change = await readJson(context, changeCredential.body);
      return context.json(show(await credentials.change(tenantId, id, change)));
    }),
    route(revokeCredential, async (context, caller) => {
      const record = await credentials.get(caller.tenantId, pathId(context));
      const revoke = record.revoked_at === null ? checkOf(record)?.revoke : undefined;
      const options = { ...callOptions(context), deadlineMs: UPSTREAM_REVOKE_MS };
      const upstream =
        revoke && (await dispatcher.run(caller, revoke, { credential_id: record.id }, options));
      const revoked = show(await credentials.revoke(caller.tenantId, record.id));
      return context.json({ ...revoked, upstream: upstreamOutcome(upstream) });
    }),
    route(testCredential, async (context, caller) => {
      const record = await credentials.get(caller.tenantId, pathId(context));
      const check = checkOf(record);
      if (!check) {
        const refusal_reason = `There is nothing to test this credential of kind ${record.kind} against.`;
        return context.json({ ok: false, error_code: "validation", refusal_reason });
      }
      const result = await dispatcher.run(
        caller,
        check.test,
        { credential_id: record.id },
        callOptions(context),
      );
      if (result.ok) return context.json({ ok: true, ...z.looseObject({}).parse(result.result) });
      const { error_code, refusal_reason } = result;
      return context.json({ ok: false, error_code, refusal_reason });
    }),
  ];
}

/** Whether the provider was told, too: null where it offers no revocation, or nothing was left to revoke. */
function upstreamOutcome(result: DispatchResult | undefined) {
  if (!result) return null;
  return result.ok ? { revoked: true } : { revoked: false, refusal_reason: result.refusal_reason };
}
