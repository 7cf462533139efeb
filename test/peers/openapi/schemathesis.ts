import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { type MadeCase, readCases } from "./made-case.ts";

const CONFIGURATION = fileURLToPath(new URL("./schemathesis.toml", import.meta.url));
const REQUIREMENTS = "test/peers/openapi/requirements.txt";
const LIMIT_MS = 900_000;

const summary = z.object({
  complete: z.boolean(),
  test_cases: z.object({ generated: z.int() }),
  /** Errors that kept it from asking, or from getting an answer. */
  errors: z.array(z.unknown()),
});

/** The cases of a run of schemathesis, and their results. */
export interface SchemathesisRun extends z.infer<typeof summary> {
  cases: readonly MadeCase[];
}

export interface Target {
  /** Of the running service; its description is at `/openapi.json`. */
  url: string;
  tenantKey: string;
  operatorKey: string;
}

/**
 * Asks the operations that `selection` names (as options of schemathesis) everything that the description
 * lets it think of, right and wrong, with all its checks. Rejects with all it printed when it cannot be run,
 * or did not end within a quarter of an hour, which is five times what a machine of two cores takes.
 */
export async function runSchemathesis(
  { url, tenantKey, operatorKey }: Target,
  selection: readonly string[],
): Promise<SchemathesisRun> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-schemathesis-"));
  const summaryFile = join(folder, "summary.json");
  const casesFile = join(folder, "cases.ndjson");
  const args = [
    ...["--config-file", CONFIGURATION, "run", `${url}/openapi.json`, ...selection],
    // Without "stateful": what an answer holds is put into other requests, but no chains of calls are made
    // from links.
    ...["--phases=examples,coverage,fuzzing", "--max-examples=30", "--seed=1", "--no-shrink"],
    ...["--continue-on-failure", "--generation-database=none", "--no-color", "--report=json,ndjson"],
    ...[`--report-json-path=${summaryFile}`, `--report-ndjson-path=${casesFile}`],
  ];
  try {
    const printed = await execute(args, folder, { TENANT_KEY: tenantKey, OPERATOR_KEY: operatorKey });
    if (!existsSync(summaryFile)) throw new Error(`schemathesis made no report. It printed:\n${printed}`);
    const told = summary.parse(JSON.parse(await readFile(summaryFile, "utf8")));
    return { ...told, cases: await readCases(casesFile) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Resolves with what it printed. It ends when the test run is killed. A proxy set on the machine is not told
 * to it: it would be asked for what is on loopback.
 */
function execute(args: readonly string[], cwd: string, values: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH, LANG: "C.UTF-8", HOME: cwd, ...values };
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout: LIMIT_MS, maxBuffer: 2 ** 26 };
    execFile("setpriv", ["--pdeathsig", "TERM", "schemathesis", ...args], options, (error, out, errors) => {
      // 1: it found something, which its reports hold.
      if (!error || error.code === 1) return resolve(out + errors);
      const missing = `is not on the PATH: "pip install -r ${REQUIREMENTS}" in a Python environment of its own; .ci/run does that`;
      const ended = error.killed ? `did not end within ${LIMIT_MS} ms` : `ended with ${error.code}`;
      const what = error.code === 127 ? missing : ended;
      reject(new Error(`schemathesis ${what}. It printed:\n${out}${errors}`));
    });
  });
}
