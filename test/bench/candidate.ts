import { candidates } from "./dispatch-candidates.ts";
import { measure } from "./measurement.ts";

/** One candidate alone in its process, so that its CPU time and memory are its own. Driven by messages of the parent. */
const [name = "", baseUrl = ""] = process.argv.slice(2);
const make = candidates[name];
if (!make) throw new Error(`There is no candidate ${name}.`);
const { call, keyOperations } = await make(baseUrl);

process.on("message", async ({ calls, inFlight }: { calls: number; inFlight: number }) => {
  const measurement = await measure(call, calls, inFlight);
  process.send?.({ ...measurement, keyOperations: keyOperations?.() });
});
process.send?.("ready");
