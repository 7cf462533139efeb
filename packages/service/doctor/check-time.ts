import { type DoctorFinding, reportProblem, reportWarning, reportWell } from "./finding.ts";

const PLACE = { area: "time", name: "clock" } as const;
const SECOND_MS = 1_000;
const WARN_FROM_MS = 30 * SECOND_MS;
/** Signed requests (AWS, webhooks) are refused if the clock is off by five minutes. */
const WRONG_FROM_MS = 240 * SECOND_MS;
const REMEDY = "Synchronise the clock with NTP, for example with `timedatectl set-ntp true`.";

/** Compares this machine's clock with the median clock of the servers that responded. */
export function checkTime(skewsMs: readonly number[]): DoctorFinding {
  const sorted = skewsMs.toSorted((one, other) => one - other);
  const skewMs = sorted[Math.floor(sorted.length / 2)];
  if (skewMs === undefined)
    return reportWarning(
      PLACE,
      "No server reported its time.",
      "Run this again once a provider can be reached.",
    );
  const size = Math.abs(skewMs);
  if (size < WARN_FROM_MS) return reportWell(PLACE, "It agrees with the servers that responded.");
  const message = `It is ${Math.round(size / SECOND_MS)} s ${skewMs > 0 ? "behind" : "ahead of"} the servers that responded.`;
  return size < WRONG_FROM_MS ? reportWarning(PLACE, message, REMEDY) : reportProblem(PLACE, message, REMEDY);
}
