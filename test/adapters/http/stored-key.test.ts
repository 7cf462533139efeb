import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import type { ActionRequest } from "@plumbline/core/tool/tool.ts";
import { expect, test } from "vitest";
import { httpPostJson } from "../../../packages/adapters/http/http-post-json.ts";

/** The headers of a post to `url` with a stored key of this metadata; no network is asked. */
async function headersFor(
  url: string,
  metadata: { allowed_hosts: string[]; header?: string },
  headers?: Record<string, string>,
) {
  const sent: ActionRequest[] = [];
  const http = {
    async send(request: ActionRequest) {
      sent.push(request);
      return new HttpResponse(204, {}, Buffer.alloc(0), false);
    },
  };
  const credential = {
    id: "7a8e5f0c-6a55-4f3b-8a53-0f8c9e1b2d3c",
    kind: "generic_api_key",
    label: "Key",
    metadata,
    token: new Secret("stored-key"),
  } as const;
  const tool = httpPostJson((text) => new URL(text));
  await tool.run(tool.input.parse({ url, body: {}, headers }), {
    tenantId: "tenant",
    credential,
    http,
    guarded: http,
    once: (_step, run) => run(),
    conceal: () => undefined,
    corrected: () => undefined,
    noteReach: () => undefined,
    tellProgress: () => undefined,
    redact: (text: string) => text,
    mayHaveWritten: () => false,
    foundWritten: () => undefined,
    clock: new ManualClock(),
    timeoutMs: 30_000,
    idempotencyKey: "key",
    deadline: Deadline.in(30_000, new ManualClock()),
    signal: undefined,
  });
  return sent[0]?.headers ?? {};
}

async function authorizationFor(url: string, allowed_hosts: string[]): Promise<string | undefined> {
  return (await headersFor(url, { allowed_hosts })).authorization;
}

test("a key for a header of the receiver's own is sent there alone, as it is", async () => {
  const metadata = { allowed_hosts: ["https://hooks.example"], header: "x-api-key" };
  const headers = await headersFor("https://hooks.example/in", metadata, { "X-Other": "1" });
  expect(headers).toMatchObject({ "x-api-key": "stored-key", "x-other": "1" });
  expect(headers).not.toHaveProperty("authorization");
  const twice = headersFor("https://hooks.example/in", metadata, { "X-Api-Key": "other" });
  await expect(twice).rejects.toThrow("headers.x-api-key: may not be set; credential_id sets it.");
  await expect(headersFor("https://other.example/in", metadata)).rejects.toThrow("may not be sent to");
});

test.each([
  ["https://hooks.example/in", "https://hooks.example"],
  ["https://HOOKS.example:443/in", "https://hooks.example"],
  ["https://hooks.example:8443/in", "https://hooks.example:8443"],
  ["http://hooks.example/in", "http://hooks.example"],
  ["http://hooks.example:80/in", "http://hooks.example"],
  ["https://bücher.example/in", "https://xn--bcher-kva.example"],
  ["https://[2606:4700::1111]/in", "https://[2606:4700::1111]"],
])("%s may have the key of %s", async (url, host) => {
  expect(await authorizationFor(url, ["other.example", host])).toBe("Bearer stored-key");
});

test.each([
  ["http://hooks.example/in", "https://hooks.example"],
  ["http://hooks.example:443/in", "https://hooks.example"],
  ["https://hooks.example:8443/in", "https://hooks.example"],
  ["https://hooks.example/in", "https://hooks.example:8443"],
  ["https://hooks.example/in", "http://hooks.example"],
  ["https://hooks.example:80/in", "http://hooks.example"],
  ["https://evil.hooks.example/in", "https://hooks.example"],
  ["https://hooks.example.evil.example/in", "https://hooks.example"],
  // As a release before the last stored it, without a scheme.
  ["https://hooks.example/in", "hooks.example"],
])("%s may not have the key of %s", async (url, host) => {
  const { origin } = new URL(url);
  await expect(authorizationFor(url, [host])).rejects.toMatchObject({
    code: "validation",
    message: `The credential "Key" may not be sent to ${origin}.`,
    detail: { nextStep: expect.stringContaining(`add ${origin} to metadata.allowed_hosts`) },
  });
});
