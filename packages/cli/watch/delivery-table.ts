import type { Schemas } from "@plumbline/client/schemas.ts";
import type { PageTable } from "../table.ts";
import type { Style } from "../terminal.ts";
import { duration } from "./duration.ts";
import { failureTold } from "./failure-told.ts";

type Delivery = Schemas["Delivery"];

const STATUS_STYLES: Record<Delivery["status"], Style> = { waiting: "cyan", delivered: "green", dead: "red" };

/** Deliveries as rows, and below one that has not arrived what its last try met. `now`: milliseconds since the epoch. */
export function deliveryTable(now: number, empty: string): PageTable<Delivery> {
  return {
    header: ["DELIVERY", "STATUS", "TRIES", "NEXT TRY", "LAST ANSWER", "FOUND"],
    row: ({ id, status, tries, next_try_at: next, attempts, found_at }) => [
      id,
      { text: status, style: STATUS_STYLES[status] },
      String(tries),
      next === null ? "-" : until(Date.parse(next) - now),
      lastAnswer(attempts),
      found_at,
    ],
    below({ status, attempts }) {
      const last = attempts.at(-1);
      return status === "delivered" || !last || last.error_code === null ? [] : [failureTold(last, now)];
    },
    empty,
  };
}

function until(ms: number): string {
  return ms > 0 ? `in ${duration(ms)}` : "now";
}

function lastAnswer(attempts: Delivery["attempts"]): string {
  const last = attempts.at(-1);
  return last === undefined ? "-" : String(last.status ?? "none");
}
