import type { Terminal } from "./terminal.ts";

/**
 * Carries out a task that never ends by itself, until a person interrupts it or the reader of its output
 * leaves; otherwise it ends with the process. Rethrows any failure of the task.
 */
export async function followUntilEnded(
  { dialogue, onReaderGone }: Pick<Terminal, "dialogue" | "onReaderGone">,
  follow: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const readerGone = new AbortController();
  const endLookOut = onReaderGone(() => readerGone.abort());
  const untilEnded = (interruption?: AbortSignal) => {
    const signal = AbortSignal.any([readerGone.signal, ...(interruption ? [interruption] : [])]);
    return follow(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  try {
    await (dialogue ? dialogue.interruptible(untilEnded) : untilEnded());
  } finally {
    endLookOut();
  }
}
