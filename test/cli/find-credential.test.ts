import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { scriptedService } from "./scripted-service.ts";

const ADA = "11111111-1111-4111-8111-111111111111";
const BOB = "22222222-2222-4222-8222-222222222222";

const { server, run } = scriptedService("credential test");

/** Runs a command that takes a credential by a name. */
const tested = (named: string) => run([named]);

const page = (items: readonly unknown[], next_cursor: string | null = null): Reply =>
  json({ items, next_cursor });

const credential = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  kind: "mail_oauth_a",
  label: "a label",
  account: "ada@example.com",
  status: "active",
  ...more,
});

const asked = () => server.requests.map(({ path, query }) => `${path}?${query.toString()}`);

test("an account's name is as good as a label that no credential has, in any letter case", async () => {
  const others = [
    credential(BOB, { account: "bob@example.com" }),
    credential(BOB, { status: "revoked" }),
    credential(BOB, { account: null }),
  ];
  server.script("", page([]), page(others, "more"), page([credential(ADA)]), json({ ok: true }));
  expect((await tested("Ada@Example.com")).code).toBe(0);
  expect(asked().slice(1)).toEqual([
    "/api/v1/credentials?limit=100",
    "/api/v1/credentials?limit=100&cursor=more",
    `/api/v1/credentials/${ADA}/test?`,
  ]);
});

test("a label goes before an account", async () => {
  server.script("", page([credential(BOB, { label: "ada@example.com" })]), json({ ok: true }));
  await tested("ada@example.com");
  expect(asked()[1]).toBe(`/api/v1/credentials/${BOB}/test?`);
});

test("an account that several open is refused with the list", async () => {
  server.script("", page([]), page([credential(ADA), credential(BOB, { label: "another" })]));
  const { code, out, err } = await tested("ada@example.com");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toBe(
    'plumbline: Several credentials belong to the account "ada@example.com"; use one of these IDs, or add --kind:\n' +
      `  ${ADA}  mail_oauth_a  a label\n  ${BOB}  mail_oauth_a  another\n`,
  );
});

test("a name that no credential has is refused, with where to look", async () => {
  server.script("", page([]), page([credential(ADA)]));
  const { code, err } = await tested("nobody's\u001b[2J");
  expect([code, err]).toEqual([1, expect.stringContaining("see npx --no plumbline credential list.")]);
  expect(err).not.toContain("\u001b");
});
