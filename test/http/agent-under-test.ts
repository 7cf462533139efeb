import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import type { WritingSpans } from "@plumbline/core/places/named-places.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import type { PlatformBindings } from "@plumbline/http/request.ts";
import type { Sandbox } from "@plumbline/sandbox";
import type { Behaviour, Turn, TurnCall } from "@plumbline/sandbox/model/behaviour.ts";
import { speaking } from "@plumbline/sandbox/model/chat-reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { streamChunk } from "../../packages/http/endpoints/stream-schemas.ts";
import type { ServiceUnderTestOptions } from "../support/service-under-test.ts";
import { type Answer, type ApiUnderTest, type CallOptions, startApi } from "./api-under-test.ts";
import { type ChatBody, chatBody } from "./chat-body.ts";
import { StreamReader } from "./stream-reader.ts";

const STREAM = "/api/v1/agent/stream";
const COMPLETE = "/api/v1/autonomy/research/complete";

/** The API in front of the whole sandbox, including its model. */
export interface AgentUnderTest extends ApiUnderTest {
  /** Replies to every request to the model in this way, until it is called again. */
  model(reply: ScriptedReply): void;
  /** Lets the model say what this behaviour says, until it is called again. */
  behave(behaviour: Behaviour): void;
  /** Scripts the model's turns; the last one is repeated. Requests for spans get those set by `spans`. */
  turns(...turns: readonly Turn[]): void;
  /** Sets the spans that the model of `turns` reports for writing. By default it reports no spans. */
  spans(spans: Partial<WritingSpans>): void;
  /** Returns the requests that the model received, oldest first. */
  asked(): ChatBody[];
  open(messages: Messages, more?: RunOptions): Promise<{ response: Response; reader: StreamReader }>;
  /** Runs the agent to its end. Throws if the run is refused or does not end with `done`. */
  run(messages: Messages, more?: RunOptions): Promise<Run>;
  complete(body: Record<string, unknown>): Promise<Answer>;
  connect: ApiUnderTest["addCredential"];
  /** Clears the scripts and the recorded requests of all servers. */
  clear(): void;
}

/** A call that a model makes. */
export const modelCall = (name: string, args: unknown = {}): TurnCall => ({
  name,
  arguments: JSON.stringify(args),
});

/** A model's call that posts to the channel `C0GENERAL`. */
export const modelPost = (text: string, more: object = {}) =>
  modelCall("chatapp_post_channel", { channel: "C0GENERAL", text, ...more });

const NO_SPANS: WritingSpans = { write_to: [], things: [], answer: [] };

/** A prompt, or a conversation that ends with one. */
export type Messages = string | readonly { role: string; content: string }[];

/** More fields of the body, and options of the call. */
export interface RunOptions extends Record<string, unknown> {
  call?: CallOptions;
  platform?: PlatformBindings;
  signal?: AbortSignal;
}

/**
 * Starts the API with the sandbox's truthful model, and `modelChoices` (`MODEL_CHOICES`), unless the options
 * say otherwise. Every provider is running, but the tenant has no connections.
 */
export async function startAgent({
  modelChoices = "",
  ...options
}: ServiceUnderTestOptions & { modelChoices?: string } = {}): Promise<AgentUnderTest> {
  const api = await startApi((sandbox) => ({ ...serviceOptions(sandbox, modelChoices), ...options }));
  const { sandbox } = api;
  const { model } = sandbox;
  const open: AgentUnderTest["open"] = async (messages, { call, platform, signal, ...more } = {}) => {
    const sent = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
    const asked = api.request("POST", STREAM, { body: { messages: sent, ...more }, ...call });
    const request = signal ? new Request(asked, { signal }) : asked;
    const response = await api.fetch(request, platform);
    return { response, reader: new StreamReader(response.body) };
  };
  let named = NO_SPANS;
  const reply = (scripted: ScriptedReply) => {
    model.clear();
    model.scriptAlways("", scripted);
  };
  return Object.assign(api, {
    model: reply,
    behave: (behaviour) => reply(speaking(behaviour)),
    turns(...turns) {
      const waiting = [...turns];
      reply(
        speaking(({ schema }) => {
          if (schema !== undefined) return { text: JSON.stringify(named) };
          return (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? {};
        }),
      );
    },
    spans(spans) {
      named = { ...NO_SPANS, ...spans };
    },
    asked: () => model.requests.map(chatBody),
    open,
    async run(messages, more) {
      const { response, reader } = await open(messages, more);
      if (response.status !== 200) throw new Error(`the run was refused with ${response.status}`);
      return readRun(await reader.rest());
    },
    complete: (body) => api.call("POST", COMPLETE, { body }),
    connect: api.addCredential,
    clear() {
      for (const server of [model, sandbox.searchA, sandbox.searchB, sandbox.webhook]) server.clear();
      named = NO_SPANS;
    },
  } satisfies Omit<AgentUnderTest, keyof ApiUnderTest>);
}

function serviceOptions(sandbox: Sandbox, choices: string): ServiceUnderTestOptions {
  const model = { ...sandbox.modelSettings("truthful"), MODEL_CHOICES: choices };
  const settings = readSettings({ ...sandbox.settings, ...model });
  return {
    endpoints: settings.providers,
    egressAllow: "127.0.0.1",
    extraCertificates: sandboxCertificate().cert,
    ...(settings.model ? { model: settings.model } : {}),
  };
}

/** The chunks of a run, with the views of them that tests use most. */
export interface Run {
  chunks: Chunk[];
  /** The types in order, without consecutive repetitions. */
  shape: string[];
  /** The text of all text chunks. */
  text: string;
  of<Type extends Chunk["type"]>(type: Type): Extract<Chunk, { type: Type }>[];
  done: Extract<Chunk, { type: "done" }>;
}

/** Parses the events of a run. Throws for an invalid event, and if the run does not end with `done`. */
export function readRun(events: readonly { event: string; data: unknown }[]): Run {
  const chunks = events.filter(({ event }) => event !== "comment").map(({ data }) => streamChunk.parse(data));
  const done = chunks.at(-1);
  if (done?.type !== "done") throw new Error(`the run ended with ${JSON.stringify(done)}`);
  const of = <Type extends Chunk["type"]>(type: Type) =>
    chunks.filter((chunk): chunk is Extract<Chunk, { type: Type }> => chunk.type === type);
  return {
    chunks,
    shape: chunks.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]),
    text: of("text_delta")
      .map(({ text }) => text)
      .join(""),
    of,
    done,
  };
}

/** Returns the research outcomes of a run, by the id of the call that returned each. */
export function outcomesOf(run: Run) {
  return new Map(
    run
      .of("tool_result")
      .filter(({ name, is_error }) => name === "grounded_research" && !is_error)
      .map(({ tool_use_id, content }) => [tool_use_id, researchOutcomeSchema.parse(content)]),
  );
}
