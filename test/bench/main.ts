import { cpus } from "node:os";
import { readCommandLine, refuseCommandLine } from "../support/command-line.ts";
import { agentBench } from "./agent-bench.ts";
import { argumentsBench } from "./arguments-bench.ts";
import { bundleBench } from "./bundle-bench.ts";
import { callLogBench } from "./call-log-bench.ts";
import { dispatchBench } from "./dispatch-bench.ts";
import { feedParsingBench } from "./feed-parsing-bench.ts";
import { jsonBench } from "./json-bench.ts";
import { keyBench } from "./key-bench.ts";
import { lambdaBench } from "./lambda-bench.ts";
import { loadBench } from "./load-bench.ts";
import { neighbourBench } from "./neighbour-bench.ts";
import { redactionBench } from "./redaction-bench.ts";
import { sdkBench } from "./sdk-bench.ts";
import { storeBench } from "./store-bench.ts";
import { toolTokenBench } from "./tool-token-bench.ts";
import { watchBench } from "./watch-bench.ts";
import { watchCost } from "./watch-cost.ts";
import { watchInboxes } from "./watch-inboxes.ts";
import { watchSimulation } from "./watch-simulation.ts";

const BENCHES: Readonly<Record<string, readonly [bench: () => Promise<void>, measures: string]>> = {
  store: [storeBench, "reading one credential from each store, and writes to the disk a second"],
  dispatch: [dispatchBench, "a warm call against the bare request and the provider's own SDK"],
  calls: [callLogBench, "a page of the log of calls, and usage, with 10,000 calls"],
  keys: [keyBench, "how often calls of many tenants ask the key service"],
  sdk: [sdkBench, "each adapter against its provider's SDK; PROVIDER=calendar: that one alone"],
  bundle: [bundleBench, "size and import time of the adapters' code and of those SDKs"],
  lambda: [lambdaBench, "cold starts of every function under AWS's runtime client"],
  feeds: [feedParsingBench, "reading a feed against rss-parser alone"],
  tokens: [toolTokenBench, "tokens that each tool takes in a model's list of tools"],
  arguments: [argumentsBench, "mistakes in arguments that are put right; MISTAKES=all: prints the rest"],
  redaction: [redactionBench, "how the time of redaction grows with the text"],
  json: [jsonBench, "reading JSON from outside against JSON.parse alone"],
  agent: [agentBench, "the agent's stream over sockets"],
  watches: [watchBench, "polls of 500 feeds on one host"],
  inboxes: [watchInboxes, "polls of mailboxes in which nothing is new"],
  simulation: [watchSimulation, "a stage with 100,000 watches, or BENCH_WATCHES"],
  cost: [watchCost, "the monthly bill on AWS of watches without events"],
  load: [loadBench, "npm start over HTTP; BASELINE=FOLDER: a second checkout as well"],
  neighbour: [neighbourBench, "a quiet tenant next to a noisy one; also takes BASELINE"],
};

const HELP = `Prints medians and ratios of interleaved rounds. Runs every part if none is named.

  npm run bench -- [PART...]

${Object.entries(BENCHES)
  .map(([name, [, measures]]) => `  ${name.padEnd(12)}${measures}\n`)
  .join("")}`;

const { positionals } = readCommandLine(HELP, { allowPositionals: true, options: {} });
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) refuseCommandLine(`There is no part ${unknown.join(", ")}.`);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
for (const [name, [bench]] of Object.entries(BENCHES))
  if (positionals.length === 0 || positionals.includes(name)) await bench();
