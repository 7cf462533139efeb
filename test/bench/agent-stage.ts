import type { ProvidersOrder, ProvidersStarted, Score } from "./agent-providers.ts";
import type { ReadOrder } from "./agent-reader.ts";
import type { Sample, ServiceStarted } from "./agent-service.ts";
import { type Late, lateness, type Read, type Written } from "./agent-timing.ts";
import { ask, startChild } from "./child.ts";

/**
 * Ways to read the model: directly, through the service with its text passing as it comes, or through the
 * service with the guard passing it sentence by sentence.
 */
export const WAYS = ["bare client", "ungrounded", "guarded"] as const;
export type Way = (typeof WAYS)[number];

const PROMPTS: Readonly<Record<Way, string>> = {
  "bare client": "Write a short story about a lighthouse.",
  ungrounded: "Write a short story about a lighthouse.",
  guarded: "Who was Ada Lovelace?",
};

/** One stream that was played: what was written, what was read, and how late each piece of it was. */
export interface Played {
  written: Written;
  read: Read;
  late: Late[];
}

export interface Stage {
  /**
   * Reads as many streams as the score has; `meanwhile` is called when all are open and the model begins to
   * write.
   */
  play(way: Way, score: Score, meanwhile?: () => Promise<void>): Promise<Played[]>;
  /** The serving process now. It is stopped for a full collection. */
  sample(): Promise<Sample>;
  close(): void;
}

/**
 * Model (with the search), service and client, each in a process of its own; they end with the channel to
 * this one.
 */
export async function openStage(): Promise<Stage> {
  const providers = await startChild("agent-providers.ts");
  const { modelUrl, searchUrl } = providers.first as ProvidersStarted;
  const [service, reader] = await Promise.all([
    startChild("agent-service.ts", modelUrl, searchUrl),
    startChild("agent-reader.ts"),
  ]);
  const { serviceUrl, apiKey } = service.first as ServiceStarted;
  const targets: Readonly<Record<Way, Pick<ReadOrder, "url" | "headers">>> = {
    "bare client": { url: `${modelUrl}/chat/completions`, headers: {} },
    ungrounded: agentTarget(serviceUrl, apiKey),
    guarded: agentTarget(serviceUrl, apiKey),
  };
  return {
    async play(way, score, meanwhile) {
      await ask(providers.child, { score } satisfies ProvidersOrder);
      const names = Array.from({ length: score.streams }, (_, index) => `Stream ${index}`);
      const bodies = Object.fromEntries(names.map((name) => [name, bodyOf(way, name)]));
      const order: ReadOrder = { ...targets[way], bodies, apartMs: score.apartMs ?? 0 };
      const reading = ask<Read[]>(reader.child, order);
      if (meanwhile) {
        await ask(providers.child, { tell: "begun" } satisfies ProvidersOrder);
        await meanwhile();
      }
      const reads = await reading;
      const all = await ask<Written[]>(providers.child, { tell: "written" } satisfies ProvidersOrder);
      return reads.map((read) => {
        const written = all.find(({ name }) => name === read.name);
        if (!written) throw new Error(`The model was not asked for ${read.name}.`);
        return { written, read, late: lateness(written, read) };
      });
    },
    sample: () => ask<Sample>(service.child, {}),
    close() {
      for (const { child } of [providers, service, reader]) child.disconnect();
    },
  };
}

function agentTarget(serviceUrl: string, apiKey: string) {
  return { url: `${serviceUrl}/api/v1/agent/stream`, headers: { authorization: `Bearer ${apiKey}` } };
}

/** The stream's name is the first word of its conversation, so that the model knows which one it writes. */
function bodyOf(way: Way, name: string): string {
  const messages = [
    { role: "user", content: name },
    { role: "assistant", content: "Yes?" },
    { role: "user", content: PROMPTS[way] },
  ];
  return JSON.stringify(way === "bare client" ? { model: "bench", stream: true, messages } : { messages });
}
