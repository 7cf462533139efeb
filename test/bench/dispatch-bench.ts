import { cpuRatios, HEADINGS, holdContest, row, spread } from "./contest.ts";

const ROUNDS = 9;

/** A warm dispatch against the bare HTTP request and the provider's own SDK; prints medians and ratios. */
export async function dispatchBench(): Promise<void> {
  const results = await holdContest({
    word: "chatapp",
    names: ["bare request", "dispatch", "dispatch in a run", "dispatch, embedded store", "sdk"],
    rounds: ROUNDS,
    warmUpCalls: 3_000,
    calls: { 1: 1_500, 16: 4_000 },
  });
  for (const [inFlight, rounds] of results) {
    console.log(
      `\nPosting to the sandbox chat app, ${inFlight} in flight, medians of ${ROUNDS} interleaved rounds`,
    );
    console.log(HEADINGS);
    for (const [name, all] of rounds) console.log(row(name, all));
    const dispatch = rounds.get("dispatch");
    const bare = spread(cpuRatios(dispatch, rounds.get("bare request")));
    const sdk = spread(cpuRatios(dispatch, rounds.get("sdk")));
    const embedded = spread(cpuRatios(rounds.get("dispatch, embedded store"), dispatch));
    console.log(`CPU a call, dispatch / bare request:       ${bare}   (to be reached: at most 1.60)`);
    console.log(`CPU a call, dispatch / @slack/web-api:     ${sdk}   (to be reached: under 0.50)`);
    console.log(`CPU a call, embedded store / in memory:    ${embedded}`);
    const inRun = spread(cpuRatios(rounds.get("dispatch in a run"), dispatch));
    console.log(`CPU a call, policy and trace / without:    ${inRun}   (to be reached: at most 1.08)`);
    const operations = dispatch?.at(-1)?.keyOperations;
    console.log(
      `Key operations of the dispatching process so far: ${operations} (to be reached: 1 a tenant in five minutes)`,
    );
  }
}
