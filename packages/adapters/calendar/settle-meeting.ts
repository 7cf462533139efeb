import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type { StandingEvent } from "./event.ts";
import { meetingStatus, toldStatus } from "./meeting-link.ts";
import { readEvent } from "./read-event.ts";

const WAIT_MS = 1_000;

/**
 * The event a second later, when its meeting was not ready at once and the call has the time. The event stands whatever
 * becomes of this: it is never a reason to fail.
 */
export async function settleMeeting(
  context: ActionContext<OpenCredential>,
  baseUrl: string,
  event: StandingEvent,
): Promise<StandingEvent> {
  if (meetingStatus(event) !== "pending" || context.deadline.remainingMs() <= 2 * WAIT_MS) return event;
  // Not given the signal: a caller who leaves now has his event, and a wait cut short would deny it.
  await context.clock.wait(WAIT_MS);
  try {
    const later = await readEvent(context, baseUrl, event.id);
    return later.status === "cancelled" || toldStatus(later) === undefined ? event : later;
  } catch (error) {
    if (error instanceof AdapterError) return event;
    throw error;
  }
}
