import { createHmac } from "node:crypto";
import type { Secret } from "@plumbline/core/access/secret.ts";

const PREFIX = "whsec_";

/**
 * A signing secret as receivers keep it: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks, symmetric
 * signatures).
 */
export function signingSecretText(bytes: Buffer): string {
  return PREFIX + bytes.toString("base64");
}

export interface WebhookMessage {
  /** The same on every try. */
  id: string;
  /** Seconds since the epoch, of this try. */
  timestamp: number;
  body: string;
}

/**
 * The headers of a message, signed with every secret that is valid
 * (github.com/standard-webhooks/standard-webhooks, spec).
 */
export function webhookHeaders(
  { id, timestamp, body }: WebhookMessage,
  secrets: readonly Secret[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.reveal().slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
