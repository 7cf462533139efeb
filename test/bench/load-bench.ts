import { fileURLToPath } from "node:url";
import { startChild } from "./child.ts";
import type { LoadSettings } from "./load-providers.ts";
import { type LoadRequest, type LoadRound, type LoadService, startLoadService } from "./load-service.ts";
import { median } from "./measurement.ts";

const ROUNDS = 3;

interface LoadCase {
  name: string;
  asked: LoadRequest;
  /** Calls a round. */
  calls: number;
  goal?: string;
  inFlight?: readonly number[];
}

const CREDENTIAL: LoadRequest = {
  method: "POST",
  path: "/api/v1/credentials",
  body: { kind: "chatapp_bot", label: "bench", token: "xoxb-benchmark-token" },
  status: 201,
};
const CHAT_POST: LoadRequest = {
  method: "POST",
  path: "/api/v1/tools/chatapp_post_channel",
  body: { arguments: { channel: "C0GENERAL", text: "The build is green." } },
};
const agentRun = (content: string): LoadRequest => ({
  method: "POST",
  path: "/api/v1/agent/stream",
  body: { messages: [{ role: "user", content }] },
});

const HEALTH: LoadRequest = { method: "GET", path: "/healthz" };
const CASES: readonly LoadCase[] = [
  { name: "GET /healthz", asked: HEALTH, calls: 4_000, inFlight: [1, 16, 64] },
  {
    name: "GET /api/v1/tools",
    asked: { method: "GET", path: "/api/v1/tools" },
    calls: 1_500,
    goal: "0.3 ms",
  },
  { name: "chat post", asked: CHAT_POST, calls: 800, goal: "a third of the baseline's" },
  {
    name: "research",
    asked: {
      method: "POST",
      path: "/api/v1/autonomy/research/complete",
      body: { prompt: "Who was Ada Lovelace?" },
    },
    calls: 200,
    goal: "10 ms",
  },
  {
    name: "stream, no facts",
    asked: agentRun("Write a short story about a lighthouse."),
    calls: 200,
    goal: "8 ms",
  },
  { name: "stream, researched", asked: agentRun("Who was Ada Lovelace?"), calls: 100 },
];
const IN_FLIGHT = [1, 16];

/**
 * Measures `npm start` over HTTP: CPU of the serving process, calls a second and p99. With
 * `BASELINE=/path/to/another/checkout` both are measured in interleaved rounds.
 */
export async function loadBench(): Promise<void> {
  if (process.platform !== "linux") return console.log("\nload: reads /proc, so it runs on Linux alone");
  const { child: providers, first } = await startChild("load-providers.ts");
  const here = fileURLToPath(new URL("../..", import.meta.url));
  const roots = [...(process.env.BASELINE ? [["baseline", process.env.BASELINE]] : []), ["this", here]];
  const services: [string, LoadService][] = [];
  try {
    for (const [name = "", root = ""] of roots)
      services.push([name, await startLoadService(root, first as LoadSettings)]);
    for (const [, service] of services) await service.call(CREDENTIAL);
    for (const one of CASES) await measureCase(one, services);
    for (const [name, service] of services) await measureMemory(name, service);
    for (const [name, service] of services) await measureLargeTenant(name, service);
  } finally {
    for (const [, service] of services) await service.close();
    providers.disconnect();
  }
}

async function measureCase(
  { name, asked, calls, goal, inFlight: sizes = IN_FLIGHT }: LoadCase,
  services: readonly [string, LoadService][],
) {
  console.log(
    `\n${name}, medians of ${ROUNDS} interleaved rounds${goal ? `   (to be reached: ${goal})` : ""}`,
  );
  console.log("in flight              calls/s   p50 ms   p99 ms   CPU ms/call");
  for (const [, service] of services) await service.round(asked, calls, 16);
  for (const inFlight of sizes) {
    const rounds = new Map<string, LoadRound[]>(services.map(([of]) => [of, []]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [of, service] of services) rounds.get(of)?.push(await service.round(asked, calls, inFlight));
    for (const [of, all] of rounds) console.log(row(`${inFlight} ${of}`, all));
  }
}

function row(name: string, rounds: readonly LoadRound[]): string {
  const of = (pick: (round: LoadRound) => number) => median(rounds.map(pick));
  const cells = [
    of((round) => round.callsPerSecond)
      .toFixed(0)
      .padStart(11),
    of((round) => round.p50)
      .toFixed(2)
      .padStart(9),
    of((round) => round.p99)
      .toFixed(2)
      .padStart(9),
    of((round) => round.cpuPerCall)
      .toFixed(3)
      .padStart(14),
  ];
  return name.padEnd(19) + cells.join("");
}

async function measureMemory(name: string, service: LoadService): Promise<void> {
  const step = 10_000;
  const seen: number[] = [];
  for (let calls = 0; calls < 10 * step; calls += step) {
    await service.round(CHAT_POST, step, 32);
    seen.push(service.rss());
  }
  const [first = Number.NaN, last = Number.NaN] = [seen[0], seen.at(-1)];
  console.log(
    `\n${name}: ${first.toFixed(0)} MiB after 10,000 chat posts, ${last.toFixed(0)} after 100,000: ${(last / first).toFixed(2)}   (to be reached: at most 1.20)`,
  );
}

async function measureLargeTenant(name: string, service: LoadService): Promise<void> {
  for (let from = 0; from < 5_000; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const body = { kind: "notes", label: `n${from + index}`, token: "secret_bench" };
        return service.call({ ...CREDENTIAL, body });
      }),
    );
  for (const kind of ["notes", "chatapp_bot"]) {
    const found = await service.round({ method: "GET", path: `/api/v1/credentials?kind=${kind}` }, 50, 1);
    console.log(
      `${name}: GET credentials?kind=${kind} of 5,000: ${found.cpuPerCall.toFixed(2)} ms of CPU, p50 ${found.p50.toFixed(1)} ms`,
    );
  }
}
