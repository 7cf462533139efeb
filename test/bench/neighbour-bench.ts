import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Agent, request } from "undici";
import { percentile } from "./agent-timing.ts";
import { ask, startChild } from "./child.ts";
import type { LoadSettings } from "./load-providers.ts";
import { type LoadRequest, type LoadService, startLoadService } from "./load-service.ts";
import { median } from "./measurement.ts";
import type { NoiseHeard, NoiseOrder } from "./neighbour-noise.ts";
import { HANGING_TOKEN } from "./neighbour-words.ts";
import { chatapp } from "./providers/chatapp.ts";

const ROUNDS = 3;
const CALLS = 300;
const STREAMS = 150;
const NOISE = { calls: 1_000, streams: 330 };
/** The limit of requests is part of what is measured; the quiet tenant stays below it. */
const AS_SHIPPED = { REQUESTS_PER_MINUTE: "" };
/** The noise has until then to be as loud as it gets. */
const SETTLE_MS = 3_000;
const GOAL = 1.5;
/** A quiet tenant's request that takes longer counts as this long, and as failed. */
const LONGEST_MS = 2_000;
/** So many failures of one kind say enough. */
const ENOUGH_FAILURES = 12;

/** Milliseconds of the quiet tenant's p95, and the number of its requests that failed. */
interface Quiet {
  call: number;
  firstByte: number;
  firstText: number;
  failed: number;
}

/**
 * Measures how much slower a quiet tenant is beside a noisy one: 1,000 tool calls that hang and 330 streams
 * that never end, in one process of `npm start`. With `BASELINE=/path/to/another/checkout` that one is
 * measured as well.
 */
export async function neighbourBench(): Promise<void> {
  if (process.platform !== "linux") return console.log("\nneighbour: reads /proc, so it runs on Linux alone");
  const here = fileURLToPath(new URL("../..", import.meta.url));
  const roots = [...(process.env.BASELINE ? [["baseline", process.env.BASELINE]] : []), ["this", here]];
  console.log(
    `\nA quiet tenant beside one with ${NOISE.calls} hanging calls and ${NOISE.streams} streams: p95 in ms, alone and beside it`,
  );
  console.log("                      tool call          stream, first byte    stream, first text");
  for (const [name = "", root = ""] of roots) {
    const rounds: { alone: Quiet; beside: Quiet }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await measureRound(root);
      rounds.push(measured);
      console.log(row(`${name}, round ${round + 1}`, measured));
    }
    const ratio = (of: keyof Quiet) => median(rounds.map(({ alone, beside }) => beside[of] / alone[of]));
    const failed = rounds.reduce((sum, { beside }) => sum + beside.failed, 0);
    console.log(
      `${name}: beside the noise a tool call takes ${ratio("call").toFixed(2)} ×, a first byte ${ratio("firstByte").toFixed(2)} × ` +
        `(to be reached: at most ${GOAL} ×, both), a first text ${ratio("firstText").toFixed(2)} ×; ${failed} requests failed`,
    );
  }
}

async function measureRound(root: string): Promise<{ alone: Quiet; beside: Quiet }> {
  const providers = await startChild("neighbour-providers.ts");
  const noise = await startChild("neighbour-noise.ts");
  const service = await startLoadService(root, { ...(providers.first as LoadSettings), ...AS_SHIPPED });
  try {
    const noisy = await noisyTenant(service);
    await service.call(credential(chatapp.token));
    await quietTenant(service, 50);
    const alone = await quietTenant(service);
    await ask(noise.child, { url: service.url, key: noisy, ...NOISE } satisfies NoiseOrder);
    await setTimeout(SETTLE_MS);
    const beside = await quietTenant(service);
    noise.child.send("heard");
    const heard = await new Promise<NoiseHeard>((resolve) => noise.child.once("message", resolve));
    if (process.env.BENCH_NOISE) console.log(heard);
    return { alone, beside };
  } finally {
    noise.child.disconnect();
    await service.close();
    providers.child.disconnect();
  }
}

/** Makes the noisy tenant, its account at the chat app included. Answers with its key. */
async function noisyTenant(service: LoadService): Promise<string> {
  const made = await service.call({
    ...{ method: "POST", path: "/api/v1/tenants", status: 201 },
    ...{ body: { name: "noisy" }, key: service.keys.operator },
  });
  const { api_key: key } = JSON.parse(made);
  await service.call({ ...credential(HANGING_TOKEN), key });
  return key;
}

function credential(token: string): LoadRequest {
  const body = { kind: "chatapp_bot", label: "bench", token };
  return { method: "POST", path: "/api/v1/credentials", body, status: 201 };
}

/** Calls and streams of the quiet tenant, one after the other, as a person's agent makes them. */
async function quietTenant({ url, keys }: LoadService, most = CALLS): Promise<Quiet> {
  const pool = new Agent({ connections: 1 });
  const headers = { authorization: `Bearer ${keys.tenant}`, "content-type": "application/json" };
  const calls: number[] = [];
  const bytes: number[] = [];
  const texts: number[] = [];
  let failed = 0;
  const send = async (path: string, body: object, read: (since: () => number, piece: string) => boolean) => {
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
    let [byte, text] = [LONGEST_MS, LONGEST_MS];
    await send("/api/v1/agent/stream", prompt, (since, piece) => {
      byte = Math.min(byte, since());
      if (!piece.includes("text_delta")) return false;
      text = Math.min(text, since());
      return true;
    });
    bytes.push(byte);
    texts.push(text);
  }
  await pool.destroy();
  const [call, firstByte, firstText] = [calls, bytes, texts].map((all) => percentile(all, 0.95));
  return { call, firstByte, firstText, failed } as Quiet;
}

function row(name: string, { alone, beside }: { alone: Quiet; beside: Quiet }): string {
  const cell = (of: keyof Quiet) =>
    `${alone[of].toFixed(1)} → ${beside[of].toFixed(1)} (${(beside[of] / alone[of]).toFixed(2)} ×)`.padEnd(
      22,
    );
  return `${name.padEnd(20)}  ${cell("call")}${cell("firstByte")}${cell("firstText")}`;
}
