import { expect, test } from "vitest";
import { nextLookOf } from "../../packages/console/src/pages/watches/next-look.ts";

const NOW = Date.parse("2026-03-10T12:00:00.000Z");
const at = (time: string) => `2026-03-10T${time}:00.000Z`;

/** A watch at five minutes that looked at a time of the day. */
function watched(lastPolled: string | null, more: { paused?: string; waits?: string } = {}) {
  return {
    paused_at: more.paused === undefined ? null : at(more.paused),
    created_at: at("11:58"),
    interval_minutes: 5 as const,
    health: {
      last_polled_at: lastPolled === null ? null : at(lastPolled),
      next_poll_after: more.waits === undefined ? null : at(more.waits),
    },
  };
}

test.each([
  ["a look of two minutes ago", watched("11:58"), { state: "waits", at: at("12:03") }],
  ["no look yet", watched(null), { state: "waits", at: at("12:03") }],
  ["a wait after a failure", watched("11:58", { waits: "12:40" }), { state: "waits", at: at("12:40") }],
  ["a wait that is over sooner", watched("11:58", { waits: "12:01" }), { state: "waits", at: at("12:03") }],
  ["a look that was due just now", watched("11:54"), { state: "due" }],
  ["a look that was due long ago", watched("11:00"), { state: "overdue", at: at("11:05") }],
  ["a wait that ended long ago", watched("11:00", { waits: "11:30" }), { state: "overdue", at: at("11:30") }],
  ["a pause", watched("11:58", { paused: "11:59" }), { state: "paused" }],
])("the next look after %s", (_what, watch, next) => {
  expect(nextLookOf(watch, NOW)).toEqual(next);
});
