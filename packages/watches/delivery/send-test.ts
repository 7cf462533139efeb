import { type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { WatchDelivery, WatchRecord } from "../service/watch.ts";
import type { DeliveryAttempt } from "./delivery.ts";
import { sendWebhook, type WebhookSending } from "./send-webhook.ts";
import { signWebhook } from "./signature.ts";
import type { SigningSecrets } from "./signing-secrets.ts";

export interface TestDelivery extends DeliveryAttempt {
  ok: boolean;
}

export type SendTest = (watch: WatchRecord, receiver: WatchDelivery) => Promise<TestDelivery>;

export interface SendTestOptions extends WebhookSending {
  secrets: SigningSecrets;
  random: Random;
}

/** Returns a function that sends a message of type `watch.test`, signed like any other and tried once. */
export function createTestSender(options: SendTestOptions): SendTest {
  const { secrets, clock, random } = options;
  return async ({ id: watch_id, tenant_id: tenantId }, { url, secrets: sealed }) => {
    const at = timestamp(clock.now());
    const body = JSON.stringify({ type: "watch.test", timestamp: at, data: { watch_id } });
    const message = { id: `evt_test_${random.uuid()}`, timestamp: Math.floor(clock.now() / 1000), body };
    const valid = await secrets.open({ id: watch_id, tenant_id: tenantId }, sealed);
    const headers = signWebhook(message, valid);
    const { result, status } = await sendWebhook({ tenantId, url, headers, body }, options);
    const failure = result.ok ? null : { error_code: result.error_code, message: result.refusal_reason };
    return { ok: result.ok, at, url, status, error_code: null, message: null, ...failure };
  };
}
