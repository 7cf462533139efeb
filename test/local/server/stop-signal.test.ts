import { stopSignal } from "@plumbline/local/server/stop-signal.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(["SIGINT", "SIGTERM"] as const)("takes a %s that npm sends a second time for one", async (signal) => {
  const before = process.listenerCount(signal);
  const stopped = stopSignal();
  process.emit(signal);
  await stopped;
  vi.advanceTimersByTime(499);
  // Whoever listens keeps the process from ending by it.
  expect(process.listenerCount(signal)).toBe(before + 1);
  process.emit(signal);
  vi.advanceTimersByTime(1_000);
  expect(process.listenerCount(signal)).toBe(before);
});
