import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  type DoctorFinding,
  reportProblem,
  reportWarning,
  reportWell,
} from "@plumbline/service/doctor/finding.ts";

const TIMEOUT_MS = 5_000;
const PLACE = { area: "service", name: "plumbline serve" } as const;
const MIN_NODE = [20, 19] as const;
const PAST_END_OF_LIFE = 20;

/** Checks the running service of a data folder or, if nothing is running, its port. */
export async function checkRunning(folder: string, host: string, port: number): Promise<DoctorFinding> {
  const url = readUrl(folder);
  const status = url === undefined ? undefined : await readStatus(`${url}/healthz`);
  if (url === undefined || status === undefined) return checkPort(url, host, port);
  if (status !== 200)
    return reportProblem(
      PLACE,
      `${url} responds with ${status} to GET /healthz.`,
      "Check its log, then restart it.",
    );
  const ready = await readStatus(`${url}/readyz`);
  if (ready === 503)
    return reportProblem(
      PLACE,
      `${url} is alive but not ready.`,
      `Check ${url}/readyz and the other findings here.`,
    );
  return reportWell(PLACE, `It is running at ${url}.`);
}

/** Checks the Node.js version that runs this command and the service. */
export function checkNode(version: string): DoctorFinding {
  const place = { area: "versions", name: "Node.js" } as const;
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const [oldest, oldestMinor] = MIN_NODE;
  const remedy = "Node.js 24 is recommended: it is the version tested and deployed.";
  if (major < oldest || (major === oldest && minor < oldestMinor))
    return reportProblem(
      place,
      `${version} is too old. The oldest version that works is ${MIN_NODE.join(".")}.`,
      remedy,
    );
  if (major <= PAST_END_OF_LIFE)
    return reportWarning(place, `${version} works but no longer gets security fixes.`, remedy);
  return reportWell(place, `${version} is supported.`);
}

function readUrl(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, "url"), "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

async function readStatus(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return undefined;
  }
}

async function checkPort(url: string | undefined, host: string, port: number): Promise<DoctorFinding> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, "listening");
    if (url === undefined) return reportWell(PLACE, "It is not running from this folder.");
    return reportWarning(
      PLACE,
      `It ended unexpectedly: ${url} does not respond.`,
      "Check its log, then start it.",
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unknown";
    return reportProblem(
      PLACE,
      `It is not running, and it cannot listen on ${host}:${port} (${code}).`,
      "Stop the program that uses the port, or set PORT and HOST.",
    );
  } finally {
    server.close();
  }
}
