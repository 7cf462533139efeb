import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Candidate } from "./candidate-call.ts";
import { dispatchCandidate } from "./dispatch-candidate.ts";
import { inMemory } from "./in-memory.ts";
import type { ProviderBench } from "./providers/provider-bench.ts";

type MakeCandidate = (provider: ProviderBench, url: string) => Promise<Candidate>;

/** The ways to make one call of a provider that are compared, by name. */
export const candidates: Readonly<Record<CandidateName, MakeCandidate>> = {
  /** On an in-memory store. */
  dispatch: (provider, url) => dispatchCandidate(provider, url, inMemory()),
  /**
   * The same in runs of three calls that have read outside text, so that the policy looks at where each goes.
   * The first call of a run reads the user's words, the others know them.
   */
  "dispatch in a run": (provider, url) => {
    const { channel, to } = provider.args;
    const message = `Sum up what is new at https://news.example/feed.xml and post it to ${channel ?? to}, please.`;
    let trace: RunTrace | undefined;
    let calls = 0;
    const optionsOf = () => {
      if (trace === undefined || calls++ % 3 === 0) {
        trace = new RunTrace({ messages: [message], allowed: [String(channel ?? to)] });
        trace.noteOutside();
      }
      return { trace };
    };
    return dispatchCandidate(provider, url, inMemory(), { optionsOf });
  },
  /** The same in runs of eight calls, with a trace in memory. */
  "dispatch in a run of 8": (provider, url) => {
    const allowed = [String(provider.args.channel ?? provider.args.to)];
    let trace: RunTrace | undefined;
    let calls = 0;
    const optionsOf = () => {
      if (trace === undefined || calls++ % 8 === 0) {
        trace = new RunTrace({ allowed });
        trace.noteOutside();
      }
      return { trace };
    };
    return dispatchCandidate(provider, url, inMemory(), { optionsOf });
  },
  /** The same with a ledger: each call reads it, and the first one writes to it. */
  "dispatch in a conversation": (provider, url) =>
    dispatchCandidate(provider, url, inMemory(), { keepsLedger: true }),
  /** The same on the embedded store: its cost is the difference. */
  async "dispatch, embedded store"(provider, url) {
    const { openStoreInTemporaryFolder } = await import("./temporary-store.ts");
    return dispatchCandidate(provider, url, await openStoreInTemporaryFolder());
  },
  /** The provider's own SDK. */
  async sdk(provider, url) {
    return { call: await provider.sdkCall(url) };
  },
  /** The HTTP client alone, with the same time-out and the answer parsed; of the chat app's call, a form. */
  async "bare request"(provider, url) {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent({ connections: 64 });
    const [[target = ""] = []] = Object.entries(provider.answers);
    const fields = Object.entries(provider.args).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const body = new URLSearchParams(fields);
    const headers = {
      authorization: `Bearer ${provider.token}`,
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
    };
    return {
      async call() {
        const answer = await request(`${url}${target.replace("POST ", "")}`, {
          method: "POST",
          headers,
          body: body.toString(),
          dispatcher,
          signal: AbortSignal.timeout(30_000),
        });
        await answer.body.json();
        if (answer.statusCode >= 300) throw new Error(`status ${answer.statusCode}`);
      },
    };
  },
};

export type CandidateName =
  | "bare request"
  | "dispatch"
  | "dispatch in a conversation"
  | "dispatch in a run"
  | "dispatch in a run of 8"
  | "dispatch, embedded store"
  | "sdk";
