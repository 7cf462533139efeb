import * as z from "zod";
import { INTERVALS, type Interval } from "./watch.ts";

/** The `interval_minutes` argument. */
export function intervalArgument(byDefault: Interval) {
  return z.literal(INTERVALS).default(byDefault).describe("Minutes between two looks.");
}
