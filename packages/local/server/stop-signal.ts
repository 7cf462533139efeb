import { systemClock } from "@plumbline/core/clock/clock.ts";

/** Ctrl-C reaches a process that npm started twice: from the terminal, and from npm. */
const ONE_SIGNAL_MS = 500;

/**
 * Resolves at SIGINT (Ctrl-C) or SIGTERM. One that comes half a second later or more ends the process at
 * once.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
    };
    const stop = () => {
      systemClock.after(ONE_SIGNAL_MS, leave);
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
