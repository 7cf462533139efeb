import { LLMock } from "@copilotkit/aimock";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import { MODEL_PROVIDERS } from "@plumbline/agent/model/model.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleMicroblogToken } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { listen } from "../../../packages/local/server/listener.ts";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";
import { type Answer, readAnswer } from "../api-under-test.ts";
import { StreamReader, type WireEvent } from "../stream-reader.ts";
import { startModelRelay } from "./model-relay.ts";
import { type SentRequest, sentRequest } from "./sent-request.ts";

export const PROVIDERS = MODEL_PROVIDERS;
export type Provider = ModelSettings["provider"];

/**
 * The service over a socket: aimock is its model in one provider's form, the sandbox is the rest of the
 * world.
 */
export interface AgentWithAimock {
  clock: ServiceUnderTest["clock"];
  aimock: LLMock;
  /** Between the service and aimock. */
  relay: ScriptedServer;
  sandbox: Sandbox;
  /** Opens a run of one prompt, to be read event by event. */
  open(prompt: string, more?: object): Promise<StreamReader>;
  /** A whole run. */
  run(prompt: string, more?: object): Promise<WireEvent[]>;
  /** `POST research/complete`. */
  complete(prompt: string, more?: object): Promise<Answer>;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the requests that the model received, oldest first. */
  asked(): SentRequest[];
  /** Forgets what was laid out, asked and posted. Throws when the service or the relay broke over it. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts one, with a connection to the chat app and one to the microblog. A run is over within `deadlineMs`
 * of the clock.
 */
export async function startAgentWithAimock(
  provider: Provider,
  { deadlineMs }: { deadlineMs?: number } = {},
): Promise<AgentWithAimock> {
  const sandbox = await startSandbox();
  const { chatapp, microblog, settings } = sandbox;
  const aimock = await LLMock.create({ port: 0 });
  const relay = await startModelRelay(aimock.url);
  const { service, clock, logged, ...under } = await startServiceUnderTest({
    endpoints: {
      chatapp: { baseUrl: settings.CHATAPP_BASE_URL },
      microblog: { baseUrl: microblog.url, uploadBaseUrl: microblog.url },
    },
    search: {
      a: {
        apiKey: new Secret(settings.SEARCH_A_API_KEY),
        baseUrl: settings.SEARCH_A_BASE_URL,
      },
    },
    model: {
      provider,
      id: "aimock.model-1",
      baseUrl: provider === "bedrock" ? relay.url : `${relay.url}/v1`,
      apiKey: new Secret("key-of-the-model"),
    },
  });
  const app = createApp(service, createRoutes(service));
  const platform = deadlineMs === undefined ? {} : { remainingMs: () => deadlineMs };
  const listener = await listen((request) => app.fetch(request, platform), "127.0.0.1", 0);
  const { apiKey } = await under.createTenant("first");

  const ask = (method: string, path: string, body?: unknown) =>
    fetch(`http://127.0.0.1:${listener.port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey.reveal()}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const call = async (method: string, path: string, body?: unknown) =>
    readAnswer(await ask(method, path, body));
  const open = async (prompt: string, more: object = {}) => {
    const messages = [{ role: "user", content: prompt }];
    const answer = await ask("POST", "agent/stream", { messages, ...more });
    if (answer.status !== 200) throw new Error(`the run was refused: ${await answer.text()}`);
    return new StreamReader(answer.body);
  };

  await call("POST", "credentials", { kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await call("POST", "credentials", { kind: "microblog", label: "ours", token: sampleMicroblogToken });
  return {
    aimock,
    relay,
    sandbox,
    clock,
    open,
    run: async (prompt, more) => (await open(prompt, more)).rest(),
    complete: (prompt, more) => call("POST", "autonomy/research/complete", { prompt, ...more }),
    call,
    asked: () => relay.requests.map((request) => sentRequest(provider, request)),
    reset() {
      const broken = logged.find(({ event }) => /^(run|request)_failed$/.test(String(event)));
      const failure = broken ? new Error(JSON.stringify(broken)) : relay.failures[0];
      aimock.clearFixtures().resetMatchCounts();
      for (const server of [relay, chatapp, microblog]) server.clear();
      chatapp.workspace.messages.length = 0;
      microblog.timeline.posts.length = 0;
      clock.waits.length = 0;
      logged.length = 0;
      if (failure) throw failure;
    },
    async close() {
      await listener.close();
      await under.close();
      await relay.close();
      await aimock.stop();
      await sandbox.close();
    },
  };
}
