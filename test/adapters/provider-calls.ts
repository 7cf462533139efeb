import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { PROVIDER_SERVERS, type SampleAccount } from "@plumbline/sandbox/provider-servers.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, expect } from "vitest";
import type * as z from "zod";
import {
  type PreviewUnderTest,
  prepareCall,
  startPreviewUnderTest,
} from "../core/dispatch/preview/preview-under-test.ts";
import { httpServersOf } from "../support/http-servers.ts";
import { startedForFile } from "../support/started.ts";
import { plainCalls } from "../support/tool-samples.ts";
import { succeeded } from "./adapter-under-test.ts";

/** A call that reaches a provider: a tool's plainest sample, or the test of an account's credential. */
export interface ProviderCall {
  title: string;
  /** Name of the account in the sandbox. */
  account: string;
  /** True if the call can be repeated after its answer was lost. */
  mayRepeat: boolean;
  /** Makes the call in the sandbox with its own account, or with another credential. */
  make(credentialId?: string): Promise<DispatchResult>;
  /** The schema of the result; tests of credentials have none here. */
  output(): z.ZodType | undefined;
}

/** Accounts of all providers by name. */
export const PROVIDER_ACCOUNTS: Readonly<Record<string, SampleAccount>> = Object.assign(
  {},
  ...Object.values(PROVIDER_SERVERS).map(({ accounts }) => accounts),
);

/** Starts the sandbox and a service for a file of tests, and lists every call that reaches a provider. */
export function startProviderCalls() {
  const sandbox = startedForFile(startSandbox);
  const under = startedForFile(() => startPreviewUnderTest(sandbox));
  const clear = () => {
    for (const server of httpServersOf(sandbox)) server.clear();
    under.clock.waits.length = 0;
  };
  afterEach(clear);
  /** All servers of the sandbox as one, for a script that does not depend on the provider. */
  const servers: Pick<ScriptedServer, "clear" | "script" | "scriptAlways"> = {
    clear,
    script: (...script) => {
      for (const server of httpServersOf(sandbox)) server.script(...script);
    },
    scriptAlways: (...script) => {
      for (const server of httpServersOf(sandbox)) server.scriptAlways(...script);
    },
  };
  return { sandbox, under, servers, calls: listProviderCalls(under, sandbox) };
}

/** Lists the calls of a service in front of a sandbox. */
export function listProviderCalls(under: PreviewUnderTest, sandbox: Sandbox): ProviderCall[] {
  let count = 0;
  const tools = plainCalls("provider").map((one): ProviderCall => {
    const account = one.call.connection ?? expect.fail(`${one.title} has no account`);
    return {
      title: one.title,
      account,
      mayRepeat: one.promises.idempotency !== "none",
      async make(credentialId) {
        count += 1;
        const { args, connection = "", ...call } = await prepareCall(under, sandbox, one);
        // No call repeats another: providers refuse a post with the text of an earlier one.
        const own = typeof args.text === "string" ? { text: `${args.text} ${count}` } : {};
        const credential_id = credentialId ?? under.ids[connection];
        return under.make({ ...call, args: { ...args, ...own, credential_id } });
      },
      output: () => under.tools.get(one.tool)?.output,
    };
  });
  const tests = Object.keys(PROVIDER_ACCOUNTS).map(
    (account): ProviderCall => ({
      title: `test of ${account}`,
      account,
      mayRepeat: true,
      make: (credentialId) => under.testCredential(credentialId ?? under.ids[account] ?? ""),
      output: () => undefined,
    }),
  );
  return [...tools, ...tests];
}

/** Makes a call once, and returns the server and the request that decides what it did: the last. */
export async function lastRequest(one: ProviderCall, sandbox: Sandbox) {
  succeeded(await one.make());
  const server = httpServersOf(sandbox).find(({ requests }) => requests.length > 0);
  const last = server?.requests.at(-1);
  if (!server || !last) return expect.fail(`${one.title} asked nobody`);
  const count = server.requests.length;
  server.clear();
  const isLast = ({ method, path }: RecordedRequest) => method === last.method && path === last.path;
  return { server, count, isLast };
}
