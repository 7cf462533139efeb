import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { percentile } from "./agent-timing.ts";
import type { LoadSettings } from "./load-providers.ts";

/** One request that is made again and again. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  body?: object;
  /** Sent in place of the first tenant's key. */
  key?: string;
  /** Answered with this status, or the bench ends; 200 by default. */
  status?: number;
}

/** Cost of one round of requests. */
export interface LoadRound {
  callsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of user and system time of the serving process for each call. */
  cpuPerCall: number;
}

/** `npm start` in a process of its own. */
export interface LoadService {
  url: string;
  /** Of the tenant of the first start, and of the operator. */
  keys: { tenant: string; operator: string };
  call(asked: LoadRequest): Promise<string>;
  round(asked: LoadRequest, calls: number, inFlight: number): Promise<LoadRound>;
  /** Mebibytes of resident memory. */
  rss(): number;
  close(): Promise<void>;
}

/** Clock ticks of /proc/PID/stat: sysconf(_SC_CLK_TCK) is 100 on every Linux that Node runs on. */
const TICK_MS = 10;

/** `BENCH_NODE_ARGS="--cpu-prof --cpu-prof-dir=profiles"` says where the time of the serving process goes. */
const nodeArguments = process.env.BENCH_NODE_ARGS?.split(" ") ?? [];

/** One tenant sends here what a thousand do elsewhere. */
const NO_LIMIT = { REQUESTS_PER_MINUTE: "1000000" };

/** Starts `plumbline serve` of the checkout at `root`, in a data folder of its own; Linux alone. */
export async function startLoadService(root: string, settings: LoadSettings): Promise<LoadService> {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-load-"));
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: join(folder, "data"), ...NO_LIMIT, ...settings };
  const program = join(root, "packages/cli/bin/plumbline.js");
  const child = spawn(process.execPath, [...nodeArguments, program, "serve"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const url = await readyUrl(child.stdout);
  const keyIn = (file: string) => readFileSync(join(folder, "data", file), "utf8");
  const keys = { tenant: keyIn("dev-api-key"), operator: keyIn("operator-key") };
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const call = ({ method, path, body, key = keys.tenant, status = 200 }: LoadRequest) =>
    new Promise<string>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("error", reject).on("end", () => {
          if (answer.statusCode === status) resolve(text);
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      });
      sent.on("error", reject).end(body && JSON.stringify(body));
    });
  return {
    url,
    keys,
    call,
    async round(asked, calls, inFlight) {
      const took: number[] = [];
      const cpuBefore = cpuMs(child.pid);
      const began = performance.now();
      const lane = async () => {
        while (took.length + inFlight <= calls) {
          const at = performance.now();
          await call(asked);
          took.push(performance.now() - at);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
      const seconds = (performance.now() - began) / 1_000;
      return {
        callsPerSecond: took.length / seconds,
        p50: percentile(took, 0.5),
        p99: percentile(took, 0.99),
        cpuPerCall: (cpuMs(child.pid) - cpuBefore) / took.length,
      };
    },
    rss: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024,
    async close() {
      agent.destroy();
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /^ready (http:\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      output.resume();
      return url;
    }
  }
  throw new Error("The service ended before it was ready.");
}

/** User and system time of all threads of a process. */
function cpuMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
