import { expect } from "vitest";
import type { WireEvent } from "../stream-reader.ts";

/** The data of a run's chunks of one type, in order. */
export function chunksOf(events: readonly WireEvent[], type: string): Record<string, unknown>[] {
  return events.filter(({ event }) => event === type).map(({ data }) => data);
}

/** Everything a run said as text. */
export function textOf(events: readonly WireEvent[]): string {
  return chunksOf(events, "text_delta")
    .map(({ text }) => text)
    .join("");
}

/** The types of a run's chunks, runs of one type told once. */
export function shapeOf(events: readonly WireEvent[]): string[] {
  return events.map(({ event }) => event).filter((type, index, all) => type !== all[index - 1]);
}

/** The run ended with this failure, told once and last. */
export function expectFailure(events: readonly WireEvent[], failure: object): void {
  expect(chunksOf(events, "error")).toEqual([{ type: "error", ...failure }]);
  expect(events.at(-2)?.event).toBe("error");
  expect(events.at(-1)?.data).toMatchObject({ type: "done", stop_reason: "error" });
}
