import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";
import type { Service } from "@plumbline/service/service.ts";
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
import { callOptions } from "./call-options.ts";
import { credentialView } from "./credential-view.ts";

/** A revocation at the provider is a courtesy: the tenant's own does not wait longer for it. */
const UPSTREAM_REVOKE_MS = 10_000;

const testAnswer = z.looseObject({ account: z.string().optional(), account_url: z.string().optional() });

type CredentialService = Pick<
  Service,
  "credentials" | "connectionChecks" | "dispatcher" | "registry" | "clock"
>;

/** A tenant's credentials. A token goes in and never comes out. */
export function credentialRoutes({
  credentials,
  connectionChecks,
  dispatcher,
  registry,
  clock,
}: CredentialService): readonly Route[] {
  const show = (record: CredentialRecord) => credentialView(record, registry.list(), clock.now());
  const checkOf = (record: CredentialRecord) =>
    connectionChecks.find(({ kinds, fits }) => kinds.includes(record.kind) && (fits?.(record) ?? true));

  return [
    route(createCredential, async (context, { tenantId }) => {
      const record = await credentials.create(tenantId, await readJson(context, createCredential.body));
      return context.json(show(record), 201);
    }),
    route(listCredentials, async (context, { tenantId }) => {
      const { kind, label, ...paging } = readQuery(context, listCredentials.query);
      const page = { ...pageRequest(paging), kind };
      const found =
        label === undefined
          ? credentials.list(tenantId, page)
          : credentials.listByLabel(tenantId, label, page);
      return context.json(pageAnswer(await found, show));
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
        return context.json({ ok: false, error_code: "validation", refusal_reason, no_test: true });
      }
      const result = await dispatcher.run(
        caller,
        check.test,
        { credential_id: record.id },
        callOptions(context),
      );
      if (result.ok) {
        const { account_url, ...answer } = testAnswer.parse(result.result);
        const url = addressOf(account_url);
        const name = answer.account === undefined ? {} : { name: answer.account };
        await credentials.noteAccount(record, { ...name, ...(url === undefined ? {} : { url }) });
        return context.json({ ok: true, ...answer });
      }
      const { error_code, refusal_reason, next_step } = result;
      return context.json({ ok: false, error_code, refusal_reason, ...(next_step && { next_step }) });
    }),
  ];
}

/** The beginning of the account's addresses; nothing where what the provider said is no address of a web page. */
function addressOf(text: string | undefined): string | undefined {
  const url = parsedUrl(text ?? "");
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  return url.origin + url.pathname.replace(/\/*$/, "/");
}

/** Whether the provider was told, too: null where it offers no revocation, or nothing was left to revoke. */
function upstreamOutcome(result: DispatchResult | undefined) {
  if (!result) return null;
  return result.ok ? { revoked: true } : { revoked: false, refusal_reason: result.refusal_reason };
}
