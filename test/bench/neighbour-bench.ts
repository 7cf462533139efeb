import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { percentile } from "./agent-timing.ts";
import { ask, startChild } from "./child.ts";
import type { LoadSettings } from "./load-providers.ts";
import { type LoadRequest, type LoadService, startLoadService } from "./load-service.ts";
import { median } from "./measurement.ts";
import type { NoiseHeard, NoiseOrder } from "./neighbour-noise.ts";
import { printStageSimulation } from "./neighbour-simulation.ts";
import { chatapp } from "./providers/chatapp.ts";

const CALLERS = [4, 16, 48];
const ROUNDS = 3;
const CALLS = 300;
const STREAMS = 100;
/** A quiet tenant sends its next request after so long. */
const PAUSE_MS = 50;
/** The noise has until then to be as loud as it gets. */
const SETTLE_MS = 2_000;
const GOAL = 1.5;
/** A quiet tenant's request that takes longer counts as this long, and as failed. */
const LONGEST_MS = 2_000;
/** So many failures of one kind say enough. */
const ENOUGH_FAILURES = 12;

/** Milliseconds of the quiet tenant's p95, and the number of its requests that failed. */
interface Quiet {
  call: number;
  firstByte: number;
  failed: number;
}

/** One measurement; `calls` is the number that the noise made a second. */
interface Round {
  alone: Quiet;
  beside: Quiet;
  calls: number;
}

/**
 * Measures how much slower a quiet tenant is while 4, 16 and 48 callers of another one call a tool as fast as
 * they may, in one process of `npm start`. With `BASELINE=/path/to/another/checkout` that one is measured as
 * well. Then simulates the same on AWS.
 */
export async function neighbourBench(): Promise<void> {
  if (process.platform !== "linux") return console.log("\nneighbour: reads /proc, so it runs on Linux alone");
  const here = fileURLToPath(new URL("../..", import.meta.url));
  const roots = [...(process.env.BASELINE ? [["baseline", process.env.BASELINE]] : []), ["this", here]];
  console.log(
    `\nA quiet tenant's p95 in ms, alone and beside callers of another (to be reached: at most ${GOAL} ×)`,
  );
  console.log("                        tool call             stream, first byte    noise");
  for (const [name = "", root = ""] of roots)
    for (const callers of CALLERS) {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(root, callers));
      const cell = (of: "call" | "firstByte") => {
        const [alone, beside] = [
          median(rounds.map((one) => one.alone[of])),
          median(rounds.map((one) => one.beside[of])),
        ];
        const ratio = median(rounds.map((one) => one.beside[of] / one.alone[of]));
        return `${alone.toFixed(1)} → ${beside.toFixed(1)} (${ratio.toFixed(2)} ×)`.padEnd(22);
      };
      const failed = rounds.reduce((sum, { beside }) => sum + beside.failed, 0);
      const noise = `${Math.round(median(rounds.map(({ calls }) => calls)))} calls a second`;
      console.log(
        `${`${name}, ${callers} callers`.padEnd(24)}${cell("call")}${cell("firstByte")}${noise}, ${failed} failed`,
      );
    }
  printStageSimulation();
}

async function measureRound(root: string, callers: number): Promise<Round> {
  const providers = await startChild("neighbour-providers.ts");
  const noise = await startChild("neighbour-noise.ts");
  const service = await startLoadService(root, providers.first as LoadSettings);
  try {
    const noisy = await noisyTenant(service);
    await service.call(credential());
    await quietTenant(service, 50);
    const alone = await quietTenant(service);
    await ask(noise.child, { url: service.url, key: noisy, callers } satisfies NoiseOrder);
    await setTimeout(SETTLE_MS);
    const began = performance.now();
    const before = await heardBy(noise.child);
    const beside = await quietTenant(service);
    const seconds = (performance.now() - began) / 1_000;
    return { alone, beside, calls: ((await heardBy(noise.child)) - before) / seconds };
  } finally {
    noise.child.disconnect();
    await service.close();
    providers.child.disconnect();
  }
}

/** Returns the number of calls that succeeded. */
async function heardBy(child: Awaited<ReturnType<typeof startChild>>["child"]): Promise<number> {
  child.send("heard");
  const heard = await new Promise<NoiseHeard>((resolve) => child.once("message", resolve));
  if (process.env.BENCH_NOISE) console.log(heard);
  return heard[200] ?? 0;
}

/** Makes the noisy tenant, its account at the chat app included. Answers with its key. */
async function noisyTenant(service: LoadService): Promise<string> {
  const made = await service.call({
    ...{ method: "POST", path: "/api/v1/tenants", status: 201 },
    ...{ body: { name: "noisy" }, key: service.keys.operator },
  });
  const { api_key: key } = JSON.parse(made);
  await service.call({ ...credential(), key });
  return key;
}

function credential(): LoadRequest {
  const body = { kind: "chatapp_bot", label: "bench", token: chatapp.token };
  return { method: "POST", path: "/api/v1/credentials", body, status: 201 };
}

/** Calls and streams of the quiet tenant, one after the other with pauses, as a person's agent makes them. */
async function quietTenant({ url, keys }: LoadService, most = CALLS): Promise<Quiet> {
  const pool = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${keys.tenant}`, "content-type": "application/json" };
  const calls: number[] = [];
  const bytes: number[] = [];
  let failed = 0;
  const send = async (path: string, body: object, read: (since: () => number, piece: string) => boolean) => {
    await setTimeout(PAUSE_MS);
    const began = performance.now();
    const since = () => performance.now() - began;
    try {
      const answer = await request(`${url}${path}`, {
        ...{ method: "POST", headers, dispatcher: pool, body: JSON.stringify(body) },
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      let good = false;
      for await (const piece of answer.body) good = read(since, String(piece)) || good;
      if (good && answer.statusCode === 200) return;
    } catch {
      // Counted below, with all that failed.
    }
    failed += 1;
  };
  for (let at = 0; at < most && failed < ENOUGH_FAILURES; at++) {
    let took = LONGEST_MS;
    await send("/api/v1/tools/chatapp_post_channel", { arguments: chatapp.args }, (since, piece) => {
      took = since();
      return piece.startsWith('{"ok":true');
    });
    calls.push(took);
  }
  const prompt = { messages: [{ role: "user", content: "Write a short poem about rain." }] };
  const failuresAllowed = failed + ENOUGH_FAILURES;
  for (let at = 0; at < Math.min(most, STREAMS) && failed < failuresAllowed; at++) {
    let byte = LONGEST_MS;
    await send("/api/v1/agent/stream", prompt, (since, piece) => {
      byte = Math.min(byte, since());
      return piece.includes("text_delta");
    });
    bytes.push(byte);
  }
  await pool.destroy();
  return { call: percentile(calls, 0.95), firstByte: percentile(bytes, 0.95), failed };
}
