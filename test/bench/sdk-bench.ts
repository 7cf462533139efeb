import { cpuRatios, HEADINGS, holdContest, row, spread } from "./contest.ts";
import { median } from "./measurement.ts";
import { providers } from "./providers/all-providers.ts";

const ROUNDS = 5;
const IN_FLIGHT = [1, 16] as const;

/**
 * Measures each HTTP adapter, dispatched on an in-memory store, against its provider's own SDK making the
 * same call of the same server. `PROVIDER=calendar` measures that one alone.
 */
export async function sdkBench(): Promise<void> {
  const asked = process.env.PROVIDER;
  if (asked !== undefined && !(asked in providers)) {
    throw new Error(`There is no provider ${asked}; there are ${Object.keys(providers).join(", ")}.`);
  }
  console.log(`\nAdapters against the providers' own SDKs, medians of ${ROUNDS} interleaved rounds`);
  console.log(`in flight  ${HEADINGS}`);
  const gains = new Map<number, number[]>(IN_FLIGHT.map((inFlight) => [inFlight, []]));
  for (const [word, { sdk }] of Object.entries(providers)) {
    if (asked !== undefined && asked !== word) continue;
    const results = await holdContest({
      word,
      names: ["dispatch", "sdk"],
      rounds: ROUNDS,
      warmUpCalls: 4_000,
      calls: { 1: 2_500, 16: 5_000 },
    });
    for (const [inFlight, rounds] of results) {
      const [ours, theirs] = [rounds.get("dispatch") ?? [], rounds.get("sdk") ?? []];
      const label = String(inFlight).padStart(9);
      console.log(`${label}  ${row(`dispatch, ${word}`, ours)}`);
      const ratios = cpuRatios(theirs, ours);
      console.log(`${label}  ${row(sdk, theirs)}   calls per CPU second, ours / theirs: ${spread(ratios)}`);
      gains.get(inFlight)?.push(median(ratios));
    }
  }
  for (const [inFlight, ratios] of gains) {
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    const geometric = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(
      `Calls per CPU second against the SDKs, ${inFlight} in flight: ${mean.toFixed(2)} times on average, ` +
        `${geometric.toFixed(2)} in the geometric mean (to be reached: 2)`,
    );
  }
}
