import type { Secret } from "@plumbline/core/access/secret.ts";
import type { FeedsServer } from "@plumbline/sandbox/feeds/feeds.ts";
import { expect } from "vitest";
import type { RecordedService } from "./recorded-service.ts";

/**
 * Begins a watch twice, and one that finds something at once, for three tenants that are deleted meanwhile:
 * while the feed is read, while the first event is sealed, and while it is written. Each takes back what it
 * wrote, which takes all that a watch may need.
 */
export async function beginWhileErased(
  { elsewhere, atDataKeyOf, atEventOf }: RecordedService,
  feeds: FeedsServer,
  begin: (key: Secret, args: { url: string; since: string }) => Promise<unknown>,
): Promise<void> {
  const args = { url: `${feeds.url}/rss.xml`, since: "2025-12-10" };
  const shortLived = () => elsewhere(({ tenants }) => tenants.create({ name: "short-lived" }));
  // One that stands is read when the same is asked for again.
  const lasting = await shortLived();
  await begin(lasting.key, args);
  await begin(lasting.key, args);
  const first = await shortLived();
  const deleted = new Set<string>();
  const erase = async (tenantId: string) => {
    await elsewhere(({ tenants }) => tenants.delete(tenantId));
    deleted.add(tenantId);
  };
  feeds.script("GET /rss.xml", async (request, handle) => {
    await erase(first.tenant.tenant_id);
    return handle(request);
  });
  await begin(first.key, args);
  const second = await shortLived();
  atDataKeyOf(second.tenant.tenant_id, () => erase(second.tenant.tenant_id));
  await begin(second.key, args);
  const third = await shortLived();
  atEventOf(third.tenant.tenant_id, () => erase(third.tenant.tenant_id));
  await begin(third.key, args);
  expect(deleted.size).toBe(3);
}
