import { listOauthFacts } from "@plumbline/connections/oauth-client.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import type { Service } from "@plumbline/service/service.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { refused } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { startRefreshUnderTest } from "./refresh-under-test.ts";

const dead = () =>
  json({ error: "invalid_grant", error_description: "Token has been expired or revoked." }, 400);

let id: string;

/** Names of the store's methods that were called and write. */
const writes: string[] = [];
const WRITES = /^(update|note|take|free)/;

const under = startedForEach(() =>
  startRefreshUnderTest({
    facts: { reuseRevokesFamily: undefined },
    wrapCredentialStore: (store) =>
      new Proxy(store, {
        get(target, name) {
          if (WRITES.test(String(name))) writes.push(String(name));
          const found = Reflect.get(target, name);
          return typeof found === "function" ? found.bind(target) : found;
        },
      }),
  }),
);

beforeEach(async () => {
  id = await under.connectEnding(-1);
});

const asked = () => under.issuer.requests.filter(({ path }) => path.endsWith("/token")).length;
const status = async () => (await under.stored(id)).status;
const post = (service: Service = under.service) =>
  service.dispatcher.call(
    under.caller,
    "chatapp_post_channel",
    { channel: "C0GENERAL", text: "Hello", credential_id: id },
    { maxAttempts: 1 },
  );

describe("a refusal of the refresh token", () => {
  test("that stands alone ends nothing: the next call after a minute asks again", async () => {
    under.issuer.script("", dead());
    const first = refused(await post());
    expect(first).toMatchObject({ error_code: "authentication", retry_after_seconds: 60 });
    expect(first.next_step).toMatch(/^Try again in 60 s: Slack is asked once more/);
    expect(await status()).toBe("active");
    under.clock.advance(20_000);
    expect(refused(await post())).toMatchObject({ error_code: "authentication", retry_after_seconds: 40 });
    expect(asked()).toBe(1);
    under.clock.advance(40_000);
    expect(await post()).toMatchObject({ ok: true });
    expect(asked()).toBe(2);
    expect(await under.stored(id)).toMatchObject({ status: "active", refreshToken: "refresh-2" });
  });

  test("that is repeated after a minute ends the connection", async () => {
    under.issuer.scriptAlways("", dead());
    await post();
    under.clock.advance(60_000);
    const second = refused(await post());
    expect(second.refusal_reason).toMatch(/no longer works: Slack no longer accepts the refresh token/);
    expect(second).not.toHaveProperty("retry_after_seconds");
    expect(await status()).toBe("needs_reconnect");
    await post();
    expect(asked()).toBe(2);
  });

  test("is known to another process, which waits as well", async () => {
    under.issuer.scriptAlways("", dead());
    await post();
    under.clock.advance(30_000);
    expect(refused(await post(under.anotherProcess()))).toMatchObject({ retry_after_seconds: 30 });
    expect(asked()).toBe(1);
    under.clock.advance(30_000);
    expect(refused(await post(under.anotherProcess())).refusal_reason).toContain("no longer works");
    expect(asked()).toBe(2);
  });

  test("costs the calls that wait no write", async () => {
    under.issuer.scriptAlways("", dead());
    await post();
    writes.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => post()));
    expect([writes, asked()]).toEqual([[], 1]);
  });

  test("counts from the beginning for a new version of the record", async () => {
    under.issuer.scriptAlways("", dead());
    await post();
    await under.service.credentials.change(under.caller.tenantId, id, { label: "renamed" });
    expect(refused(await post())).toMatchObject({ retry_after_seconds: 60 });
    expect(asked()).toBe(2);
  });

  test("of a call whose access token was refused leaves the connection, too", async () => {
    under.issuer.scriptAlways("", dead());
    id = await under.connectEnding(3_600_000, { token: "xoxb-refused" });
    for (let calls = 0; calls < 2; calls++)
      expect(refused(await post())).toMatchObject({ error_code: "authentication", retry_after_seconds: 60 });
    expect(await status()).toBe("active");
    under.clock.advance(60_000);
    await post();
    expect(await status()).toBe("needs_reconnect");
  });

  test("ahead of the token's end lets calls go on with it", async () => {
    under.issuer.scriptAlways("", dead());
    id = await under.connectEnding(3_600_000);
    under.clock.advance(56 * 60_000);
    expect(await post()).toMatchObject({ ok: true });
    expect(await post()).toMatchObject({ ok: true });
    expect(asked()).toBe(1);
  });
});

describe("a refusal after an answer that was lost", () => {
  test.each([
    ["a connection that broke", resetAfterReading()],
    ["a failure of the provider", text("down", 502)],
    ["a success without a token", json({ ok: true })],
  ])("such as %s is believed at once, by any process", async (_what, reply) => {
    under.issuer.script("", reply);
    under.issuer.scriptAlways("", dead());
    expect(refused(await post())).toMatchObject({ error_code: "transient" });
    expect(await status()).toBe("active");
    expect(refused(await post(under.anotherProcess())).refusal_reason).toContain("no longer works");
    expect(asked()).toBe(2);
    expect(await status()).toBe("needs_reconnect");
  });

  test("does not outlive its version: an outage, a renewal, and then a refusal end nothing", async () => {
    under.issuer.script("", text("down", 502));
    await post();
    expect(await post()).toMatchObject({ ok: true });
    under.clock.advance(86_400_000);
    under.issuer.scriptAlways("", dead());
    expect(refused(await post())).toMatchObject({ retry_after_seconds: 60 });
  });
});

test("a provider that revokes all tokens when a rotated one comes back is asked once", async () => {
  const strict = [...listOauthFacts()].filter(([, { reuseRevokesFamily }]) => reuseRevokesFamily);
  expect(strict.map(([kind]) => kind)).toEqual([
    "chatapp_bot",
    "chatapp_user",
    "notes",
    "tracker",
    "microblog",
  ]);
  const own = await startRefreshUnderTest();
  own.issuer.scriptAlways("", dead());
  const connection = await own.connectEnding(-1);
  expect(refused(await own.post({ credential_id: connection })).refusal_reason).toContain("no longer works");
  expect((await own.stored(connection)).status).toBe("needs_reconnect");
  await own.close();
});
