import type { Terminal } from "./terminal.ts";

/**
 * Runs an endless task until the user interrupts it or the reader of its output disconnects. Rethrows errors
 * of the task.
 */
export async function followUntilEnded(
  { dialogue, onReaderGone }: Pick<Terminal, "dialogue" | "onReaderGone">,
  follow: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const readerGone = new AbortController();
  const unsubscribe = onReaderGone(() => readerGone.abort());
  const runTask = (interruption?: AbortSignal) => {
    const signal = AbortSignal.any([readerGone.signal, ...(interruption ? [interruption] : [])]);
    return follow(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  try {
    await (dialogue ? dialogue.runInterruptibly(runTask) : runTask());
  } finally {
    unsubscribe();
  }
}
