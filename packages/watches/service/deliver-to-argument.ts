import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import * as z from "zod";

/** A receiver of what a watch finds; the guard has the last word on it. */
export const deliverToArgument = z.string().min(1).max(4_096).optional().describe("Webhook for finds.");

/** The argument of a watch that says whether finds arrive in order. */
export const orderedArgument = z.boolean().optional().describe("false: any order.");

/** The receiver as a destination of the call. */
export function receiverIn(named: string | undefined): Destination[] {
  return named === undefined ? [] : [{ kind: "url", value: named, argument: "deliver_to" }];
}

/** The receiver that was named, if one was. Throws AdapterValidationError for one the guard refuses. */
export function receiverUrl(named: string | undefined, destination: ParseDestination): URL | undefined {
  return named === undefined ? undefined : destination(named, "deliver_to");
}
