import { sampleMemberUrn } from "@plumbline/sandbox/network/sample-feed.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { SANDBOX_TOKENS, startConnect } from "./connect-under-test.ts";

const under = startedForFile(startConnect);

afterAll(async () => {
  const said = under.bodies.join("\n");
  const stored = JSON.stringify(await under.allItems());
  const logged = JSON.stringify(under.logged);
  for (const token of Object.values(SANDBOX_TOKENS))
    for (const place of [said, stored, logged]) expect(place).not.toContain(token);
  for (const { code, code_verifier: verifier } of under.server.exchanged)
    for (const secret of [code, verifier])
      if (secret !== undefined)
        for (const place of [said, stored, logged]) expect(place).not.toContain(secret);
});

const MADE: Record<string, Record<string, unknown>> = {
  chatapp_bot: { account: expect.stringContaining(" @ "), metadata: {} },
  chatapp_user: { account: expect.stringContaining(" @ "), metadata: {} },
  notes: { account: expect.stringContaining(" @ "), metadata: {} },
  crm: { account: expect.stringMatching(/^\d+ @ /), metadata: {} },
  tracker: { account: expect.any(String), metadata: { auth_form: "bearer" } },
  microblog: { account: expect.stringMatching(/^@/), metadata: {} },
  network: { account: expect.any(String), metadata: { urn: sampleMemberUrn } },
  mail_oauth_a: {
    account: expect.any(String),
    metadata: { username: "ada@example.com", calendar_id: "primary" },
  },
  mail_oauth_b: { account: "ada@example.com", metadata: { username: "ada@example.com" } },
};

describe.each(Object.entries(MADE))("%s", (kind, made) => {
  test("is connected by a link, with its account and metadata, and works", async () => {
    const tenant = await under.createTenant(`Acme ${kind}`);
    const { status, text } = await under.connect(await under.link(kind, { label: "ours" }, tenant));
    const verb = kind === "mail_oauth_a" ? "are" : "is";
    expect([status, text]).toEqual([200, expect.stringContaining(` ${verb} connected</h1>`)]);
    const [record, ...others] = await under.credentials(tenant);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ kind, label: "ours", status: "active", ...made });
    const key = tenant.apiKey.reveal();
    const tested = await under.call("POST", `/api/v1/credentials/${record?.id}/test`, { key });
    expect(tested.json).toMatchObject({ ok: true, account: record?.account });
    const [stored] = (await under.allItems()).filter(({ id }) => id === record?.id);
    expect(stored?.refresh_token_cipher, "the refresh token is kept").toEqual(expect.any(String));
    expect(stored?.expires_at).toBe(new Date(under.clock.now() + 3_600_000).toISOString());
  });

  test("sends exactly the registered address, and a challenge where the provider takes one", async () => {
    const { json } = await under.start(kind, { label: `asked ${kind}` });
    const pressed = await under.browser().request(String(json.authorization_url), { method: "POST" });
    const url = new URL(pressed.headers.get("location") ?? "");
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: "code",
      client_id: kind,
      redirect_uri: "https://plumbline.test/oauth/callback",
    });
    const pkce = under.server.clients.get(kind)?.facts.pkce;
    expect([query.code_challenge_method, query.code_challenge?.length]).toEqual(
      pkce ? ["S256", 43] : [undefined, undefined],
    );
  });
});
