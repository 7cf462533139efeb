import { createModel, type ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import {
  MODEL_PROVIDERS,
  type Model,
  type ModelEvent,
  type ModelRequest,
} from "@plumbline/agent/model/model.ts";
import { ModelError } from "@plumbline/agent/model/model-error.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type Egress, openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { seededRandom } from "../../support/seeded-random.ts";

export type Provider = ModelSettings["provider"];
export const PROVIDERS = MODEL_PROVIDERS;
export const API_KEY = "key-0123456789-of-the-model";

/**
 * One egress and one clock for the models of a test. The clock's waits pass by themselves and are recorded.
 */
export interface ModelsUnderTest {
  clock: ManualClock;
  egress: Egress;
  /**
   * The provider's model at the server that answers there. Requests to Bedrock are signed unless it is given
   * the key, too.
   */
  at(provider: Provider, serverUrl: string, access?: "key"): Model;
  /** A request within 60 s. */
  asking(text: string, more?: Partial<ModelRequest>): ModelRequest;
  close(): Promise<void>;
}

export function modelsUnderTest(): ModelsUnderTest {
  const clock = new ManualClock();
  const egress = openEgress({ clock, allow: parseEgressAllow("") });
  const credentials = async () => ({ accessKeyId: "AKIAEXAMPLE", secretAccessKey: "example" });
  return {
    clock,
    egress,
    at: (provider, serverUrl, access) =>
      createModel(
        {
          provider,
          id: "sandbox.model-1",
          baseUrl: provider === "bedrock" ? serverUrl : `${serverUrl}/v1`,
          ...(provider === "bedrock" && access !== "key" ? {} : { apiKey: new Secret(API_KEY) }),
        },
        {
          http: egress.providerStreams,
          clock,
          random: seededRandom("model"),
          aws: { region: "eu-west-1", credentials },
        },
      ),
    asking: (text, more = {}) => ({
      system: "Be brief.",
      messages: [{ role: "user", text }],
      tools: [],
      deadline: Deadline.in(60_000, clock),
      ...more,
    }),
    close: () => egress.close(),
  };
}

/** A tool that nobody runs. */
export function someTool(name: string): Tool {
  return defineTool({
    name,
    description: "Does what its name says, and nothing else that anybody could want of it.",
    input: z.object({ text: z.string() }),
    output: z.object({}),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    reads: "own",
    run: async () => ({}),
  });
}

/** Every event of a turn. */
export async function eventsOf(turn: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of turn) events.push(event);
  return events;
}

/** Returns the events of a turn before it failed, and its error. Throws when the turn did not fail. */
export async function failureOf(
  turn: AsyncIterable<ModelEvent>,
): Promise<{ events: ModelEvent[]; error: ModelError }> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of turn) events.push(event);
  } catch (error) {
    if (error instanceof ModelError) return { events, error };
    throw error;
  }
  throw new Error("the turn ended well");
}

export function textIn(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}
