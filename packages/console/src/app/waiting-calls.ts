import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { service } from "./api.ts";

/** IDs of the calls waiting for approval at the last poll: the oldest 50, with a space after each. */
export const waitingIds = signal("");

const hasMoreWaiting = signal(false);

/** Number of calls waiting for approval: `3`, `50+` if there are more, and empty without any. */
export const waitingCalls: ReadonlySignal<string> = computed(() => {
  const count = waitingIds.value.split(" ").length - 1;
  return count === 0 ? "" : `${count}${hasMoreWaiting.value ? "+" : ""}`;
});

const POLL_EVERY_MS = 20_000;
const MAX_COUNTED = 50;

/** Updates the IDs. A failed poll leaves it unchanged. */
export async function countWaitingCalls(): Promise<void> {
  const query = { status: "waiting", limit: MAX_COUNTED } as const;
  const { data } = await service
    .GET("/api/v1/approvals", { params: { query } })
    .catch(() => ({ data: undefined }));
  if (!data) return;
  waitingIds.value = data.items.map(({ id }) => `${id} `).join("");
  hasMoreWaiting.value = data.next_cursor !== null;
}

/** Polls while the page is visible, until the returned function is called. */
export function followWaitingCalls(): () => void {
  const poll = () => {
    if (document.visibilityState === "visible") void countWaitingCalls();
  };
  poll();
  const timer = setInterval(poll, POLL_EVERY_MS);
  document.addEventListener("visibilitychange", poll);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", poll);
    waitingIds.value = "";
  };
}
