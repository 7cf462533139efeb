import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import {
  AdapterError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { callCalendar } from "./calendar-client.ts";
import { type StandingEvent, standingEvent } from "./event.ts";
import { readEvent } from "./read-event.ts";

type Context = ActionContext<OpenCredential>;

/**
 * Inserts an event under an id made of the call's key, so that a later try finds what an earlier one left: the provider's 409 is
 * then a success. (A UUID without its dashes is a valid event id: lower-case base32hex of 5 to 1,024 characters.)
 */
export async function insertOnce(
  context: Context,
  baseUrl: string,
  query: URLSearchParams,
  event: Readonly<Record<string, unknown>>,
): Promise<StandingEvent> {
  const id = context.idempotencyKey.replaceAll("-", "");
  try {
    const body = { id, ...event };
    return await callCalendar(context, baseUrl, {
      method: "POST",
      path: "events",
      query,
      body,
      answer: standingEvent,
    });
  } catch (error) {
    // The other 409, "conflict", is about a change under way, not about the id.
    const taken = error instanceof AdapterError && error.detail.status === 409;
    if (taken && error.detail.providerCode !== "conflict") return insertedBefore(context, baseUrl, id);
    throw error;
  }
}

async function insertedBefore(context: Context, baseUrl: string, id: string): Promise<StandingEvent> {
  const event = await readEvent(context, baseUrl, id).catch((error) => {
    if (!(error instanceof AdapterError)) throw error;
    // Whatever the reading failed of, the event is there: nobody must hear that it is not.
    throw new AdapterTransientError(`The event exists, but could not be read back. ${error.message}`, {
      ...error.detail,
      outcomeUnknown: true,
    });
  });
  if (event.status !== "cancelled") return event;
  throw new AdapterValidationError("The event was created, and has been deleted since.");
}
