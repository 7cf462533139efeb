import type { CallLogCost } from "./call-log-pair.ts";
import { ask, startChild } from "./child.ts";
import { cpuRatios, HEADINGS, holdContest, row, spread } from "./contest.ts";
import { median } from "./measurement.ts";

const ROUNDS = 9;
/** Rounds of calls with the log and without it, and the calls of each, by how many are in flight. */
const LOG_ROUNDS = 25;
const LOG_CALLS = { 1: 400, 16: 1_000 };

/** A warm dispatch against the bare HTTP request and the provider's own SDK; prints medians and ratios. */
export async function dispatchBench(): Promise<void> {
  const results = await holdContest({
    word: "chatapp",
    names: [
      "bare request",
      "dispatch",
      "dispatch in a run",
      "dispatch in a run of 8",
      "dispatch in a conversation",
      "dispatch, embedded store",
      "sdk",
    ],
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
    const inLedger = cpuRatios(
      rounds.get("dispatch in a conversation"),
      rounds.get("dispatch in a run of 8"),
    );
    console.log(
      `CPU a call, ledger / without, 8 in a run:  ${spread(inLedger)}   (to be reached: at most 1.05)`,
    );
    const operations = dispatch?.at(-1)?.keyOperations;
    console.log(
      `Key operations of the dispatching process so far: ${operations} (to be reached: 1 a tenant in five minutes)`,
    );
  }
  await callLogCost();
}

/** The CPU that the log of calls adds to a dispatch on the embedded store, within one process. */
async function callLogCost(): Promise<void> {
  const { child: server, first: url } = await startChild("provider-server.ts", "chatapp");
  const { child } = await startChild("call-log-pair.ts", "chatapp", String(url));
  try {
    await ask(child, { calls: 2_000, inFlight: 16 });
    console.log(
      `\nThe log of calls on a dispatch, embedded store, ${LOG_ROUNDS} paired rounds in one process`,
    );
    for (const [inFlight, calls] of Object.entries(LOG_CALLS)) {
      const rounds: CallLogCost[] = [];
      for (let round = 0; round < LOG_ROUNDS; round++)
        rounds.push(await ask<CallLogCost>(child, { calls, inFlight: Number(inFlight) }));
      const ratio = spread(rounds.map(({ withLog, without }) => withLog / without));
      const added = median(rounds.map(({ withLog, without }) => withLog - without)).toFixed(0);
      console.log(
        `CPU a call, ${inFlight} in flight, log / without: ${ratio}, ${added} µs   (to be reached: at most 1.05)`,
      );
    }
  } finally {
    for (const one of [server, child]) one.kill();
  }
}
