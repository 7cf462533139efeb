import { type CandidateName, candidates } from "./candidates.ts";
import { measure } from "./measurement.ts";
import { providers } from "./providers/all-providers.ts";

/**
 * One candidate alone in its process, so that its CPU time and memory are its own. Driven by messages of the
 * parent.
 */
const [name = "", word = "", url = ""] = process.argv.slice(2);
const provider = providers[word];
if (!provider || !(name in candidates)) throw new Error(`There is no candidate ${name} of ${word}.`);
const { call, keyOperations } = await candidates[name as CandidateName](provider, url);

process.on("message", async ({ calls, inFlight }: { calls: number; inFlight: number }) => {
  const measurement = await measure(call, calls, inFlight);
  process.send?.({ ...measurement, keyOperations: keyOperations?.() });
});
process.send?.("ready");
