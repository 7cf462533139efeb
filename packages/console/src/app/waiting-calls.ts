import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { service } from "./api.ts";

/** IDs of the calls waiting for approval at the last poll: the oldest 50, with a space after each. */
export const waitingIds = signal("");

/** Number of these calls. */
export const waitingCalls: ReadonlySignal<number> = computed(() => waitingIds.value.split(" ").length - 1);

const POLL_EVERY_MS = 20_000;
const MAX_COUNTED = 50;

/** Updates the IDs. A failed poll leaves it unchanged. */
export async function countWaitingCalls(): Promise<void> {
  const query = { status: "waiting", limit: MAX_COUNTED } as const;
  const { data } = await service
    .GET("/api/v1/approvals", { params: { query } })
    .catch(() => ({ data: undefined }));
  if (data) waitingIds.value = data.items.map(({ id }) => `${id} `).join("");
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
