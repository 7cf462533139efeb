import { createHmac } from "node:crypto";
import type { Secret } from "@plumbline/core/access/secret.ts";

const PREFIX = "whsec_";

/**
 * Returns a signing secret in the format for receivers: `whsec_` and 24 to 64 bytes in base64 (Standard
 * Webhooks, symmetric signatures).
 */
export function formatSigningSecret(bytes: Buffer): string {
  return PREFIX + bytes.toString("base64");
}

export interface WebhookMessage {
  /** The same for every attempt. */
  id: string;
  /** Time of this attempt, in seconds since the epoch. */
  timestamp: number;
  body: string;
}

/**
 * Returns the headers of a message, signed with every valid secret
 * (github.com/standard-webhooks/standard-webhooks, spec).
 */
export function signWebhook(
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
