import { signal } from "@preact/signals";
import { service } from "./api.ts";

/** Number of calls waiting for approval at the last poll, at most 50. */
export const waitingCalls = signal(0);

const POLL_EVERY_MS = 20_000;
const MAX_COUNTED = 50;

/** Updates the count. A failed poll leaves it unchanged. */
export async function countWaitingCalls(): Promise<void> {
  const query = { status: "waiting", limit: MAX_COUNTED } as const;
  const { data } = await service
    .GET("/api/v1/approvals", { params: { query } })
    .catch(() => ({ data: undefined }));
  if (data) waitingCalls.value = data.items.length;
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
    waitingCalls.value = 0;
  };
}
