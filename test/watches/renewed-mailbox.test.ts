import { json } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { startSandboxConnects } from "../connections/sandbox-connects.ts";
import { startedForEach } from "../support/started.ts";
import { watchesUnderTest } from "./watches-under-test.ts";

const under = startedForEach(startSandboxConnects);

test("a watch on a mailbox renews its token ahead of the end, with nobody calling", async () => {
  const { service, clock, sandbox } = under;
  const connection = await under.connect("mail_oauth_a");
  const { caller } = connection.tenant;
  const call = (tool: string, args: Record<string, unknown>) => service.dispatcher.call(caller, tool, args);
  const watches = watchesUnderTest({ service, clock, caller, call });
  const id = await watches.begin("email_watch_inbox", { credential_id: connection.id });
  sandbox.imap.inbox.add({ subject: "early" });
  await watches.pass(50);
  const first = await connection.stored();
  expect(first.version, "not renewed before it is due").toBe(1);
  await watches.pass(9);
  const second = await connection.stored();
  expect(second).toMatchObject({ version: 2, refreshToken: first.refreshToken });
  expect(second.token).not.toBe(first.token);
  sandbox.oauth.tokens.end("mail_oauth_a", first.token);
  sandbox.imap.inbox.add({ subject: "late" });
  await watches.pass(10);
  expect(await watches.found(id)).toEqual(["early", "late"]);
  sandbox.oauth.tokens.end("mail_oauth_a", second.token);
  sandbox.imap.inbox.add({ subject: "after a refusal" });
  await watches.pass(10);
  expect(await watches.found(id)).toContain("after a refusal");
  expect(await connection.view()).toMatchObject({ status: "active" });
});

test("a watch whose refresh token is refused once is put off, and not called failing", async () => {
  const { service, clock, sandbox } = under;
  const connection = await under.connect("mail_oauth_a");
  const { caller } = connection.tenant;
  const call = (tool: string, args: Record<string, unknown>) => service.dispatcher.call(caller, tool, args);
  const watches = watchesUnderTest({ service, clock, caller, call });
  const id = await watches.begin("email_watch_inbox", { credential_id: connection.id });
  sandbox.oauth.tokens.endAccess("mail_oauth_a");
  sandbox.oauth.script("POST /mail_oauth_a/token", json({ error: "invalid_grant" }, 400));
  sandbox.imap.inbox.add({ subject: "meanwhile" });
  await watches.pass(5);
  expect((await watches.view(id)).health).toMatchObject({
    status: "active",
    consecutive_failures: 0,
    next_poll_after: expect.any(String),
  });
  expect(await connection.view()).toMatchObject({ status: "active" });
  await watches.pass(6);
  expect(await watches.found(id)).toEqual(["meanwhile"]);
  expect((await watches.view(id)).health).toMatchObject({ status: "active", next_poll_after: null });
});
