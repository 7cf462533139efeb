import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ApiClient } from "../api-client.ts";
import type { Terminal } from "../terminal.ts";

const ASKED_EVERY_MS = 10_000;

/** Which events of a watch are read, and how many at once. */
export interface EventQuery {
  after?: string;
  limit?: number;
}

/**
 * What a watch found and goes on finding, oldest first, asked for again and again until a person interrupts it or the reader of it leaves;
 * without either it ends with the process.
 */
export async function followEvents(
  { clock, dialogue, onReaderGone }: Pick<Terminal, "clock" | "dialogue" | "onReaderGone">,
  api: ApiClient,
  id: string,
  query: EventQuery,
  tell: (event: Schemas["WatchEvent"]) => void,
): Promise<void> {
  const follow = async (signal: AbortSignal) => {
    for (let { after } = query; ; ) {
      const { data: page } = await api.GET("/api/v1/watches/{id}/events", {
        params: { path: { id }, query: after === undefined ? query : { ...query, after } },
        signal,
      });
      for (const event of page.items) tell(event);
      after = page.next_cursor ?? page.items.at(-1)?.cursor ?? after;
      if (page.next_cursor === null) await clock.wait(ASKED_EVERY_MS, signal);
    }
  };
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
