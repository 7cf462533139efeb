import { cpus } from "node:os";
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

const benches: Readonly<Record<string, () => Promise<void>>> = {
  store: storeBench,
  dispatch: dispatchBench,
  calls: callLogBench,
  keys: keyBench,
  sdk: sdkBench,
  bundle: bundleBench,
  lambda: lambdaBench,
  feeds: feedParsingBench,
  tokens: toolTokenBench,
  arguments: argumentsBench,
  redaction: redactionBench,
  json: jsonBench,
  agent: agentBench,
  watches: watchBench,
  inboxes: watchInboxes,
  simulation: watchSimulation,
  cost: watchCost,
  load: loadBench,
  neighbour: neighbourBench,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}; there are ${Object.keys(benches).join(", ")}.`);
  process.exit(2);
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
for (const [name, bench] of Object.entries(benches))
  if (asked.length === 0 || asked.includes(name)) await bench();
