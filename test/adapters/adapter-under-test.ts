import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { expect } from "vitest";
import {
  type ServiceUnderTest,
  type ServiceUnderTestOptions,
  startServiceUnderTest,
} from "../support/service-under-test.ts";

/** A service in front of an adapter's sandbox server, and a tenant that calls through the dispatcher. */
export interface AdapterUnderTest extends ServiceUnderTest {
  caller: TenantCaller;
  /** Stores a credential and answers its id: `{kind, token, metadata?, …}`. */
  connect(input: Record<string, unknown>): Promise<string>;
  call(tool: string, args: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Tests a credential as `POST /credentials/{id}/test` does. */
  testCredential(id: string): Promise<DispatchResult>;
  /** The log's lines of dispatched calls. */
  callLines(): Record<string, unknown>[];
}

export async function startAdapterUnderTest(
  options: ServiceUnderTestOptions = {},
): Promise<AdapterUnderTest> {
  const under = await startServiceUnderTest(options);
  const { caller } = await under.createTenant("first");
  const { credentials, dispatcher, connectionChecks } = under.service;
  return {
    ...under,
    caller,
    async connect(input) {
      const record = newCredentialSchema.parse({ label: "Connection", ...input });
      return (await credentials.create(caller.tenantId, record)).id;
    },
    call: (tool, args, more = {}) => dispatcher.call(caller, tool, args, more),
    async testCredential(id) {
      const record = await credentials.get(caller.tenantId, id);
      const check = await connectionChecks.find(record);
      if (!check) expect.fail(`nothing tests a credential of kind ${record.kind}`);
      return dispatcher.run(caller, check.test, { credential_id: id });
    },
    callLines: () => under.logged.filter(({ event }) => event === "tool_call"),
  };
}

/** A result that must be a success. */
export function succeeded(result: DispatchResult): Extract<DispatchResult, { ok: true }> {
  if (!result.ok) expect.fail(`the call was refused: ${JSON.stringify(result)}`);
  return result;
}

/** A result that must be a refusal. */
export function refused(result: DispatchResult): DispatchFailure {
  if (result.ok) expect.fail(`the call succeeded: ${JSON.stringify(result)}`);
  return result;
}

/**
 * A next step that is this advice and one sentence: the account, its provider and the command to renew it.
 */
export function advisedWith(advice: string) {
  const sentence = ` The account is ".+" \\([^()]+\\); to reconnect it, [^"]*"npx --no plumbline [^"]+"\\.`;
  return expect.stringMatching(
    new RegExp(`^${advice.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}${sentence}$`),
  );
}
