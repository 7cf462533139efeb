import { dispatchCandidate } from "./dispatch-candidate.ts";
import { measure } from "./measurement.ts";
import { providers } from "./providers/all-providers.ts";
import { openStoreInTemporaryFolder } from "./temporary-store.ts";

/** The cost of a call with the log of calls and without it, in rounds of one process. */
export interface CallLogCost {
  /** Microseconds of CPU a call, all threads. */
  withLog: number;
  without: number;
}

/**
 * Both ways in one process, so that no difference between processes is taken for the log's. Driven by
 * messages of the parent.
 */
const [word = "", url = ""] = process.argv.slice(2);
const provider = providers[word];
if (!provider) throw new Error(`There is no provider ${word}.`);
const without = await dispatchCandidate(provider, url, await openStoreInTemporaryFolder());
const withLog = await dispatchCandidate(provider, url, await openStoreInTemporaryFolder(), {
  logsCalls: true,
});

process.on("message", async ({ calls: count, inFlight }: { calls: number; inFlight: number }) => {
  const cost = async ({ call, settle }: typeof withLog) => {
    const before = process.cpuUsage();
    await measure(call, count, inFlight);
    await settle?.();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / count;
  };
  // In the order A B B A, so that a drift of the machine is in both.
  const first = await cost(without);
  const logged = [await cost(withLog), await cost(withLog)];
  const last = await cost(without);
  const [a = 0, b = 0] = logged;
  process.send?.({ withLog: (a + b) / 2, without: (first + last) / 2 });
});
process.send?.("ready");
