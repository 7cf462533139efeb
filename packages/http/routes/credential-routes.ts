import { type CredentialRecord, credentialStatus } from "@plumbline/core/credentials/credential.ts";
import { credentialChangeSchema, newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { CREDENTIAL_KINDS } from "@plumbline/core/credentials/kinds.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import * as z from "zod";
import { pageAnswer, pageQuery, pageRequest } from "../paging.ts";
import { pathId } from "../path-id.ts";
import { readJson, readQuery } from "../read-json.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

const listQuery = pageQuery.extend({ kind: z.enum(CREDENTIAL_KINDS).optional() });

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
    {
      method: "POST",
      path: "/api/v1/credentials",
      access: "credentials:write",
      async handle(context, { tenantId }) {
        const record = await credentials.create(tenantId, await readJson(context, newCredentialSchema));
        return context.json(show(record), 201);
      },
    },
    {
      method: "GET",
      path: "/api/v1/credentials",
      access: "credentials:read",
      async handle(context, { tenantId }) {
        const { kind, ...paging } = readQuery(context, listQuery);
        return context.json(
          pageAnswer(await credentials.list(tenantId, { ...pageRequest(paging), kind }), show),
        );
      },
    },
    {
      method: "GET",
      path: "/api/v1/credentials/:id",
      access: "credentials:read",
      async handle(context, { tenantId }) {
        return context.json(show(await credentials.get(tenantId, pathId(context))));
      },
    },
    {
      method: "PATCH",
      path: "/api/v1/credentials/:id",
      access: "credentials:write",
      async handle(context, { tenantId }) {
        const id = pathId(context);
        const change = await readJson(context, credentialChangeSchema);
        return context.json(show(await credentials.change(tenantId, id, change)));
      },
    },
    {
      method: "DELETE",
      path: "/api/v1/credentials/:id",
      access: "credentials:write",
      async handle(context, caller) {
        const record = await credentials.get(caller.tenantId, pathId(context));
        const revoke = record.revoked_at === null ? checkOf(record)?.revoke : undefined;
        const options = { ...callOptions(context), deadlineMs: UPSTREAM_REVOKE_MS };
        const upstream =
          revoke && (await dispatcher.run(caller, revoke, { credential_id: record.id }, options));
        const revoked = show(await credentials.revoke(caller.tenantId, record.id));
        return context.json({ ...revoked, upstream: upstreamOutcome(upstream) });
      },
    },
    {
      method: "POST",
      path: "/api/v1/credentials/:id/test",
      access: "credentials:write",
      async handle(context, caller) {
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
      },
    },
  ];
}

/** Whether the provider was told, too: null where it offers no revocation, or nothing was left to revoke. */
function upstreamOutcome(result: DispatchResult | undefined) {
  if (!result) return null;
  return result.ok ? { revoked: true } : { revoked: false, refusal_reason: result.refusal_reason };
}
