import { afterEach, beforeEach, expect, test } from "vitest";
import { type SandboxConnects, startSandboxConnects } from "../connections/sandbox-connects.ts";
import { watchesUnderTest } from "./watches-under-test.ts";

let under: SandboxConnects;

beforeEach(async () => {
  under = await startSandboxConnects();
});

afterEach(() => under.close());

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
