import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ServiceUnderTest, startServiceUnderTest } from "../../support/service-under-test.ts";

let under: ServiceUnderTest;
let tenantId: string;

beforeEach(async () => {
  under = await startServiceUnderTest();
  tenantId = (await under.createTenant("Acme")).caller.tenantId;
});
afterEach(() => under.close());

function create(label = "team", fields: Record<string, unknown> = {}) {
  const input = newCredentialSchema.parse({ kind: "notes", label, token: "first", ...fields });
  return under.service.credentials.create(tenantId, input);
}

test("a token that the record does not have is named", async () => {
  const record = await create();
  const { credentials } = under.service;
  await expect(credentials.open(record, "refresh_token")).rejects.toThrow("The record has no refresh_token.");
  const revoked = await credentials.revoke(tenantId, record.id);
  await expect(credentials.open(revoked, "token")).rejects.toThrow("The record has no token.");
});

test("an unknown kind is named as far as 80 characters, with those there are", async () => {
  const kind = `k${"x".repeat(79)}`;
  await expect(create("team", { kind: `${kind}yz` })).rejects.toMatchObject({
    code: "bad_request",
    message: `There is no kind of credential called ${kind}.`,
    issues: [{ path: "kind", message: expect.stringMatching(/^must be one of .*\bnotes\b/) }],
  });
});

test("an expiry at this moment lies in the past; the next millisecond does not", async () => {
  const at = (ms: number) => new Date(under.clock.now() + ms).toISOString();
  await expect(create("team", { expires_at: at(0) })).rejects.toMatchObject({ code: "bad_request" });
  expect(await create("team", { expires_at: at(1) })).toMatchObject({ expires_at: at(1) });
  expect(await create("other", { expires_at: at(0), refresh_token: "r" })).toMatchObject({
    expires_at: at(0),
  });
});

test("what decides where a token goes changes only with the token, and each such key is named", async () => {
  const { credentials } = under.service;
  const metadata = { allowed_hosts: ["a.example"] };
  const { id } = await create("hook", { kind: "generic_api_key", metadata });
  await expect(
    credentials.change(tenantId, id, { metadata: { allowed_hosts: ["b.example"] } }),
  ).rejects.toMatchObject({
    code: "conflict",
    message:
      "metadata.allowed_hosts decides where the stored token goes; " +
      "store the token again: repeat the change with the token in it.",
    issues: [{ path: "metadata.allowed_hosts", message: "changes only together with the token" }],
  });
  expect(await credentials.get(tenantId, id)).toMatchObject({
    metadata: { allowed_hosts: ["https://a.example"] },
  });
});
