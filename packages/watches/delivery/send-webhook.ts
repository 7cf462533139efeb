import type { ParseDestination } from "@plumbline/adapters/rss/fetch-feed.ts";
import { type Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { readResponseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import { createErrorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";

/** Maximum number of bytes to read from a receiver's response, of which only the requested wait is used. */
const MAX_RESPONSE_BYTES = 4_096;
/** Standard Webhooks recommends 15 to 30 seconds. */
const TIMEOUT_MS = 15_000;

export interface WebhookRequest {
  tenantId: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface WebhookSending {
  dispatcher: Dispatcher;
  clock: Clock;
  destination: ParseDestination;
  signal?: AbortSignal | undefined;
}

/** Outcome of a request. `status` is that of the receiver's response, or null if there was no response. */
export interface WebhookOutcome {
  result: DispatchResult;
  status: number | null;
}

/**
 * Sends one POST to a receiver through the egress guard, without retries or redirects. Only a 2xx counts as
 * accepted.
 */
export async function sendWebhook(
  { tenantId, url, headers, body }: WebhookRequest,
  { dispatcher, clock, destination, signal }: WebhookSending,
): Promise<WebhookOutcome> {
  let status: number | null = null;
  const tool: Tool = {
    ...DELIVERY,
    async run(_input, context) {
      const target = destination(url, "deliver_to");
      const response = await context.http.send({
        method: "POST",
        url: target,
        headers: { ...headers, "content-type": "application/json" },
        body,
        effect: "write",
        maxResponseBytes: MAX_RESPONSE_BYTES,
        acceptPartialBody: true,
      });
      status = response.status;
      if (response.ok) return {};
      const asked = readResponseWaitSeconds(response, context.clock.now());
      throw createErrorFromStatus(status, explainStatus(target, status), { retryAfterSeconds: asked });
    },
  };
  const call: CallOptions = {
    deadline: Deadline.in(TIMEOUT_MS, clock),
    maxAttempts: 1,
    signal,
    isLogged: false,
  };
  return { result: await dispatcher.run({ tenantId }, tool, { url }, call), status };
}

/** Definition of a delivery for the dispatcher. Each delivery provides its own `run`. */
const DELIVERY = defineTool({
  name: "watch_deliver",
  description: "Delivers an event to the receiver of its watch.",
  input: z.object({ url: z.string() }),
  output: z.object({}),
  credential: { use: "none" },
  effect: "write",
  idempotency: "key",
  reach: { to: "caller_chosen", argument: "url" },
  reads: "outside",
  destinations: ({ url }) => [{ kind: "url", value: url, argument: "url" }],
  run: async () => ({}),
});

function explainStatus(url: URL, status: number): string {
  if (status === 401 || status === 403)
    return (
      `${url.host} responded with ${status}: the receiver refused the signature. It needs the secret of this watch: ` +
      `\`${PLUMBLINE} watch secret ID\` creates a new one.`
    );
  return status >= 300 && status < 400 && status !== 304
    ? `${url.host} responded with ${status}, a redirect; redirects are not followed.`
    : `${url.host} responded with ${status}.`;
}
