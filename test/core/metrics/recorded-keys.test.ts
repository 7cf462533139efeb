import {
  type KeyService,
  KeyServiceBusyError,
  KeyUnavailableError,
} from "@plumbline/core/credentials/vault/key-service.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sampleValue } from "../../support/exposition.ts";
import { type ChatappUnderTest, startChatappUnderTest } from "../dispatch/chatapp-under-test.ts";

let refusal: Error | undefined;
let under: ChatappUnderTest;

const refusing = (keys: KeyService): KeyService => ({
  generateDataKey: (context) => (refusal ? Promise.reject(refusal) : keys.generateDataKey(context)),
  unwrapDataKey: (wrapped, context) =>
    refusal ? Promise.reject(refusal) : keys.unwrapDataKey(wrapped, context),
});

beforeEach(async () => {
  refusal = undefined;
  under = await startChatappUnderTest({ wrapKeyService: refusing });
});

afterEach(() => under.close());

test.each([
  ["key_unavailable", new KeyUnavailableError('disabled"\n'), 1],
  ["key_service_busy", new KeyServiceBusyError("throttled"), 3],
])(
  "%s is counted for the tenant, once for each time the keys were asked",
  async (error_code, error, times) => {
    refusal = error;
    under.clock.advance(5 * 60_000);
    const posts = await Promise.all([under.post(), under.post(), under.post()]);
    expect(posts.map(({ ok }) => ok)).toEqual([false, false, false]);
    expect(sampleValue(await under.metrics.text(), "plumbline_own_key_refusals_total")).toBe(0);
    const labels = { error_code, tenant_id: under.caller.tenantId };
    expect(posts.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    expect(sampleValue(await under.metrics.text(), "plumbline_key_refusals_total", labels)).toBe(times);
    expect(await under.metrics.text()).not.toMatch(/disabled|throttled/);
  },
);

test("a refusal of the tenant's own key is counted apart", async () => {
  refusal = new KeyUnavailableError("disabled", { owner: "tenant" });
  under.clock.advance(5 * 60_000);
  expect((await under.post()).ok).toBe(false);
  const labels = { tenant_id: under.caller.tenantId };
  expect(sampleValue(await under.metrics.text(), "plumbline_own_key_refusals_total", labels)).toBe(1);
  expect(sampleValue(await under.metrics.text(), "plumbline_key_refusals_total")).toBe(0);
});

test("another failure of the key service does not count as a refusal", async () => {
  refusal = new Error("a bug");
  under.clock.advance(5 * 60_000);
  await expect(under.post()).rejects.toThrow("a bug");
  expect(sampleValue(await under.metrics.text(), "plumbline_key_refusals_total")).toBe(0);
  expect(
    sampleValue(await under.metrics.text(), "plumbline_call_errors_total", { error_code: "internal" }),
  ).toBe(1);
});
