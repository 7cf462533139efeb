import { signal } from "@preact/signals";
import { service } from "./api.ts";

/** Counts the calls that wait for a person, as of the last look; at most 50. */
export const waitingCalls = signal(0);

const LOOK_EVERY_MS = 20_000;
const MOST = 50;

/** Counts them again. A look that fails leaves the count as it was: the next one follows. */
export async function countWaitingCalls(): Promise<void> {
  const query = { status: "waiting", limit: MOST } as const;
  const { data } = await service
    .GET("/api/v1/approvals", { params: { query } })
    .catch(() => ({ data: undefined }));
  if (data) waitingCalls.value = data.items.length;
}

/** Counts them now and again while the page is looked at, until the function that it returns is called. */
export function followWaitingCalls(): () => void {
  const look = () => {
    if (document.visibilityState === "visible") void countWaitingCalls();
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    waitingCalls.value = 0;
  };
}
