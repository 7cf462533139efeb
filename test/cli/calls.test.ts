import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

/** It would move the cursor, and show what follows backwards. */
const HOSTILE = "Pay \u001b[2K\u202e000.1";

const service = startedForFile(startLocalService);

beforeAll(async () => {
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
  const call = (args: unknown) =>
    service.run("tool", "call", "chatapp_post_channel", JSON.stringify(args), "--json");
  await call({ channel: "C0GENERAL", text: HOSTILE });
  await call({ channel: "C0GENERAL", text: { of: 7 } });
});
test("calls are listed the newest first, and narrowed by options", async () => {
  const all = await service.run("calls");
  expect(all.code).toBe(0);
  const tool = "chatapp_post_channel";
  expect(all.out).toMatch(/^AT +OUTCOME +MS +TOOL +BY +CALL$/m);
  const rows = all.out.split("\n").filter((line) => line.includes(tool));
  expect(rows[0]).toMatch(
    /Z +refused \(validation\) +\d+ +chatapp_post_channel +dev-api-key [\da-f]{8} +[\da-f-]{36}$/,
  );
  expect(rows[1]).toMatch(/Z +ok +\d+ +chatapp_post_channel /);
  const narrowed = printedJson(
    await service.run("calls", "list", "--tool", tool, "--outcome", "ok", "--limit", "5", "--json"),
  );
  expect(narrowed.items).toHaveLength(1);
  expect(await service.run("calls", "--tool", "no_such_tool")).toMatchObject({
    code: 0,
    out: "",
    err: "No call matches.\n",
  });
  const looks = await service.run("calls", "--watch", "00000000-0000-4000-8000-000000000000");
  expect(looks).toMatchObject({ code: 0, out: "", err: "No call matches.\n" });
  expect((await service.run("calls", "--from", "yesterday")).code).toBe(1);
  expect((await service.run("calls", "--outcome", "good")).code).toBe(2);
});

test("a call is shown with its arguments, in which nothing moves the cursor", async () => {
  const { items } = printedJson(await service.run("calls", "--outcome", "ok", "--json"));
  const [{ id = "" } = {}] = items as { id?: string }[];
  const shown = await service.run("calls", "show", id);
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/^tool +chatapp_post_channel\nended +ok$/m);
  expect(shown.out).toMatch(/^account +team \(chatapp_bot, [\da-f-]{36}\)$/m);
  expect(shown.out).toContain('"channel": "C0GENERAL"');
  expect(shown.out).not.toMatch(/\p{Cc}\[2K|\u202e/u);
  expect(printedJson(await service.run("calls", "show", id, "--json"))).toMatchObject({
    id,
    // Control characters that JSON forbids are gone before anything reads them.
    arguments: { channel: "C0GENERAL", text: HOSTILE.replace("\u001b", "") },
  });
  expect((await service.run("calls", "show", "00000000-0000-4000-8000-000000000000")).code).toBe(1);
});

test("usage sums calls up", async () => {
  const byTool = await service.run("usage", "--group", "tool");
  expect(byTool.code).toBe(0);
  expect(byTool.out).toMatch(/^TOOL +CALLS +OK +ASKED +REFUSED +FAILED +UNKNOWN +MEDIAN MS +ERRORS$/m);
  expect(byTool.out).toMatch(/^chatapp_post_channel +2 +1 +0 +1 +0 +0 +\d+ +validation 1$/m);
  const { items } = printedJson(await service.run("usage", "--json"));
  expect(items).toMatchObject([
    { day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), errors: { validation: 1 } },
  ]);
  const before = await service.run("usage", "--from", "2020-01-01", "--to", "2020-01-02");
  expect(before).toMatchObject({ code: 0, out: "", err: "There were no calls on these days.\n" });
});
