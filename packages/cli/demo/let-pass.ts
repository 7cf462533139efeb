import { systemClock } from "@plumbline/core/clock/clock.ts";
import { expectThat, type Stage } from "./stage.ts";

/** In real time. */
const ASKED_EVERY_MS = 20;
const ASKED_A_MINUTE = 25;
const MOST_ASKED = 500;

/** Puts the service's clock forward, and waits until what it does then has happened; `what` names that. */
export async function letPass(
  { clock }: Pick<Stage, "clock">,
  minutes: number,
  what: string,
  happened: () => Promise<boolean>,
): Promise<void> {
  clock.putForward(minutes);
  for (let asked = 1; !(await happened()); asked++) {
    expectThat(asked < MOST_ASKED, what);
    await systemClock.wait(ASKED_EVERY_MS);
    // Who was at work when the clock was put forward goes on with the next full minute.
    if (asked % ASKED_A_MINUTE === 0) clock.putForward(1);
  }
}
