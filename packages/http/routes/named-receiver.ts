import type { Destination } from "@plumbline/adapters/rss/fetch-feed.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";

/** A `deliver_to` of a body: as it was sent, or its URL. Throws `bad_request` for one the guard refuses. */
export function namedReceiver(
  named: string | null | undefined,
  destination: Destination,
): URL | null | undefined {
  if (typeof named !== "string") return named;
  try {
    return destination(named, "deliver_to");
  } catch (error) {
    if (!(error instanceof AdapterValidationError)) throw error;
    throw new ServiceError("bad_request", error.message, {
      issues: [{ path: "deliver_to", message: error.message }],
    });
  }
}
