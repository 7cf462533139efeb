import { systemClock } from "@plumbline/core/clock/clock.ts";

/** Ctrl-C reaches a process that npm started twice: from the terminal, and from npm. */
const ONE_SIGNAL_MS = 500;
/** A process that npm started looks so often whether npm is still there. */
const LOOK_MS = 1_000;

/**
 * Resolves at SIGINT (Ctrl-C) or SIGTERM, and when npm, which passes no SIGTERM on, has started this process
 * and ended before it. A signal that comes half a second later or more ends the process at once.
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
    if (process.env.npm_lifecycle_event !== undefined) onStarterGone(stop);
  });
}

/** Calls `gone` when the process that started this one has ended: another has adopted it by then. */
function onStarterGone(gone: () => void): void {
  const starter = process.ppid;
  const look = () => {
    if (process.ppid === starter) systemClock.after(LOOK_MS, look);
    else gone();
  };
  systemClock.after(LOOK_MS, look);
}
