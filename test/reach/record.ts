/**
 * Records what each test file reaches. Vitest loads this file before each test file when `REACH_LOG` is set.
 * Appends a line to the log at that path for each test file.
 */
import { appendFileSync } from "node:fs";
import { Session } from "node:inspector";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import type { RecordedTest } from "./reach.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** A function without a name that begins here or earlier is the body of the module, which runs once. */
const MODULE_BODY = 400;

/** The session is kept for as long as the process, which test files share. */
const kept = globalThis as { reachSession?: Session };
const session = kept.reachSession ?? openSession();
let began = process.cpuUsage();

beforeAll(() => {
  // What ran while modules loaded is dropped: which test loads a module first is chance.
  takeReached();
  began = process.cpuUsage();
});

afterAll(() => {
  // CPU time, so that a busy machine records what a quiet one does.
  const { user, system } = process.cpuUsage(began);
  const line: RecordedTest = {
    test: relative(ROOT, expect.getState().testPath ?? ""),
    ms: Math.round((user + system) / 1000),
    files: takeReached(),
  };
  appendFileSync(process.env.REACH_LOG ?? "", `${JSON.stringify(line)}\n`);
});

function openSession(): Session {
  const opened = new Session();
  opened.connect();
  opened.post("Profiler.enable");
  opened.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  kept.reachSession = opened;
  return opened;
}

/** Returns the files of packages in which a function ran since the last call. */
function takeReached(): string[] {
  const files: string[] = [];
  session.post("Profiler.takePreciseCoverage", (_, covered) => {
    for (const { url, functions } of covered?.result ?? []) {
      const path = relative(ROOT, url.startsWith("file:") ? fileURLToPath(url) : url);
      const ran = functions.some(({ functionName, ranges: [range] }) => {
        const isModule = functionName === "" && (range?.startOffset ?? 0) < MODULE_BODY;
        return !isModule && (range?.count ?? 0) > 0;
      });
      if (ran && /^packages\/.*\.tsx?$/.test(path)) files.push(path);
    }
  });
  return files;
}
