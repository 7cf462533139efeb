import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";

/** A batch of a slot that `name` tells apart, of watches with ids as long as told. */
export function pollBatch(name: string, entries: number, idLength = 36): PollBatch {
  return {
    wheel: "feed",
    slot: `feed#5#${name}#0`,
    readAt: "2026-01-01T00:00:00.000Z",
    entries: Array.from({ length: entries }, (_, index) => ({
      position: `00000000000000${String(index).padStart(2, "0")}#w`,
      tenantId: "t-1",
      watchId: "w".repeat(idLength),
    })),
  };
}
