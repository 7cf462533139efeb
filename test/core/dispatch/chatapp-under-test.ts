import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchFailure, DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type ChatappServer, startChatapp } from "@plumbline/sandbox/chatapp/chatapp.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { expect } from "vitest";
import {
  type ServiceUnderTest,
  type ServiceUnderTestOptions,
  startServiceUnderTest,
} from "../../support/service-under-test.ts";

/** The sandbox chat app, a service that speaks to it, and a tenant with one connection to it. */
export interface ChatappUnderTest extends ServiceUnderTest {
  chatapp: ChatappServer;
  caller: TenantCaller;
  credentialId: string;
  /** Connects the chat app once more and answers the credential's id. */
  connect(input?: Record<string, unknown>, caller?: TenantCaller): Promise<string>;
  dm(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  post(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** The Web API methods the chat app was asked for, in order. */
  methods(): string[];
  /** The lines of dispatched calls. */
  callLines(): Record<string, unknown>[];
}

export async function startChatappUnderTest(
  options: ServiceUnderTestOptions = {},
): Promise<ChatappUnderTest> {
  const chatapp = await startChatapp();
  const under = await startServiceUnderTest({
    endpoints: { chatapp: { baseUrl: `${chatapp.url}/api/` } },
    ...options,
  });
  const { caller } = await under.createTenant("first");
  const connect = async (input: Record<string, unknown> = {}, owner = caller) => {
    const fields = { kind: "chatapp_bot", label: "Team chat", token: sampleBotToken, ...input };
    return (await under.service.credentials.create(owner.tenantId, newCredentialSchema.parse(fields))).id;
  };
  const { dispatcher } = under.service;
  return {
    ...under,
    chatapp,
    caller,
    credentialId: await connect(),
    connect,
    dm: (args = {}, more = {}) =>
      dispatcher.call(caller, "chatapp_dm", { to: "ada@example.com", text: "Hello", ...args }, more),
    post: (args = {}, more = {}) =>
      dispatcher.call(caller, "chatapp_post_channel", { channel: "C0GENERAL", text: "Hello", ...args }, more),
    methods: () => chatapp.requests.map(({ path }) => path.replace("/api/", "")),
    callLines: () => under.logged.filter(({ event }) => event === "tool_call"),
    async close() {
      await chatapp.close();
      await under.close();
    },
  };
}

/** A result that must be a refusal. */
export function refused(result: DispatchResult): DispatchFailure {
  if (result.ok) expect.fail(`the call succeeded: ${JSON.stringify(result)}`);
  return result;
}
