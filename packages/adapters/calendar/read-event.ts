import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { callCalendar } from "./calendar-client.ts";
import { type StoredEvent, storedEvent } from "./event.ts";

/** An event as the calendar has it now. */
export function readEvent(
  context: ActionContext<OpenCredential>,
  baseUrl: string,
  id: string,
): Promise<StoredEvent> {
  return callCalendar(context, baseUrl, { method: "GET", path: `events/${id}`, answer: storedEvent });
}
