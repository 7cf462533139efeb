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
 * What a watch found and goes on finding, oldest first, asked for again and again until a person interrupts it; without a person it
 * ends with the process.
 */
export async function followEvents(
  { clock, dialogue }: Pick<Terminal, "clock" | "dialogue">,
  api: ApiClient,
  id: string,
  query: EventQuery,
  tell: (event: Schemas["WatchEvent"]) => void,
): Promise<void> {
  const follow = async (signal?: AbortSignal) => {
    for (let { after } = query; ; ) {
      const { data: page } = await api.GET("/api/v1/watches/{id}/events", {
        params: { path: { id }, query: after === undefined ? query : { ...query, after } },
        signal: signal ?? null,
      });
      for (const event of page.items) tell(event);
      after = page.next_cursor ?? page.items.at(-1)?.cursor ?? after;
      if (page.next_cursor === null) await clock.wait(ASKED_EVERY_MS, signal);
    }
  };
  if (!dialogue) return follow();
  await dialogue.interruptible((signal) =>
    follow(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
  );
}
