import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { json, text } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startRefreshUnderTest } from "./refresh-under-test.ts";

const under = startedForEach(startRefreshUnderTest);

beforeEach(() => {
  under.issuer.scriptAlways("", json({}));
});

const METADATA: Record<string, Record<string, unknown>> = {
  network: { urn: "urn:li:person:abc" },
};

async function revoke(kind: string, more: Record<string, unknown> = { refresh_token: "refresh-1" }) {
  const { service, caller } = under;
  const fields = { kind, label: kind, token: "access-1", metadata: METADATA[kind] ?? {}, ...more };
  const record = await service.credentials.create(caller.tenantId, newCredentialSchema.parse(fields));
  return service.tokenRevoker.revoke(record, 5_000);
}

test("a provider that takes none back, and a token that no client was issued, ask nobody", async () => {
  expect(await revoke("mail_oauth_b")).toBeUndefined();
  expect(await revoke("crm", {})).toBeUndefined();
  expect(under.issuer.requests).toHaveLength(0);
});

test("a token that the provider no longer knows counts as revoked; the message of any other refusal says why", async () => {
  under.issuer.script("", json({ error: "invalid_token" }, 400));
  expect(await revoke("mail_oauth_a")).toEqual({ revoked: true });
  under.issuer.script("", text("down", 503));
  expect(await revoke("network")).toEqual({
    revoked: false,
    refusal_reason: "LinkedIn did not revoke the token (status 503).",
  });
});
