import { expect } from "vitest";
import type { ConsoleUnderTest } from "./console-under-test.ts";

/** Begins a watch of a feed that finds all its items at once, and delivers them. Returns its id. */
export async function watchFeed(
  { service, key }: ConsoleUnderTest,
  path: string,
  receiver = "/finds",
): Promise<string> {
  const { sandbox, url } = service;
  const answer = await fetch(`${url}/api/v1/watches`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      type: "feed",
      url: `${sandbox.feeds.url}${path}`,
      since: "2000-01-01T00:00:00Z",
      deliver_to: sandbox.webhook.url + receiver,
    }),
  });
  expect(answer.ok).toBe(true);
  const { id } = (await answer.json()) as Record<string, unknown>;
  return String(id);
}

/** Waits until the newest delivery of a watch has the given state. */
export async function waitForDelivery(
  { service, key }: ConsoleUnderTest,
  watchId: string,
  status: string,
): Promise<void> {
  const url = `${service.url}/api/v1/watches/${watchId}/deliveries?limit=1`;
  const newest = async () => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { items } = (await answer.json()) as { items: { status: string }[] };
    return items[0]?.status;
  };
  await expect.poll(newest, { timeout: 40_000 }).toBe(status);
}
