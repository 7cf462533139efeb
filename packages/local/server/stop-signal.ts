import { systemClock } from "@plumbline/core/clock/clock.ts";

/** Ctrl-C reaches a process started by npm twice: from the terminal and from npm. */
const ONE_SIGNAL_MS = 500;
/** Interval at which a process started by npm checks whether npm is still running. */
const LOOK_MS = 1_000;

/**
 * Resolves on SIGINT (Ctrl-C) or SIGTERM. Also resolves if npm started this process and ends first, because
 * npm does not pass on SIGTERM. A signal at least half a second later ends the process immediately.
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

/** Calls `gone` when the parent process has ended, which changes this process's parent. */
function onStarterGone(gone: () => void): void {
  const starter = process.ppid;
  const look = () => {
    if (process.ppid === starter) systemClock.after(LOOK_MS, look);
    else gone();
  };
  systemClock.after(LOOK_MS, look);
}
