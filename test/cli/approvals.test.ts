import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { person, printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const TOOL = "chatapp_post_channel";
const ALLOWANCE = /^(\S+) +channel +C0GENERAL +\S+ +\S+$/m;
/** Its text would move the cursor, and show what follows backwards. */
const HOSTILE = "Pay \u001b[2K\u009b1A\u202e000.1\u202c";

const service = startedForFile(startLocalService);

beforeAll(async () => {
  await service.runWithInput(sampleBotToken, "credential", "add", "--kind", "chatapp_bot", "--label", "team");
  await setPolicy({ approval: { [TOOL]: "always" } });
  const tenants = printedJson(await service.run("tenant", "list", "--json")).items as { tenant_id: string }[];
  const args = [tenants[0]?.tenant_id ?? "", "approver", "--scopes", "approvals:grant", "--json"];
  const made = printedJson(await service.run("key", "create", ...args));
  await writeFile(join(service.dataDir, "approver-key"), String(made.api_key));
});
async function setPolicy(policy: object): Promise<void> {
  const key = (await readFile(join(service.dataDir, "dev-api-key"), "utf8")).trim();
  const set = await fetch(`${service.url}/api/v1/policy`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(policy),
  });
  expect(set.status).toBe(200);
}

/** Makes a call that has to wait, and returns its approval's id. */
async function ask(text: string): Promise<string> {
  const args = JSON.stringify({ channel: "C0GENERAL", text });
  const waits = await service.run("tool", "call", TOOL, args, "--json");
  const { error_code, approval_id } = printedJson(waits);
  expect([waits.code, error_code]).toEqual([1, "approval_required"]);
  return String(approval_id);
}

const posts = () =>
  service.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length;
const approvals = (...args: string[]) => service.run("approvals", ...args);
const statusOf = async (id: string) => printedJson(await approvals("show", id, "--json")).status;

describe("approvals", () => {
  test("list shows what waits with its text, key, place and reason, and show what exactly would be sent", async () => {
    const id = await ask("The board meets at nine.");
    const listed = await approvals("list");
    expect([listed.code, listed.err]).toEqual([0, ""]);
    expect(listed.out).toMatch(
      new RegExp(
        `^${id} +waiting +\\S+ +dev-api-key +${TOOL}\\n.*: The board meets at nine\\.\\n +to C0GENERAL\\n +\\S`,
        "m",
      ),
    );
    const shown = await approvals("show", id);
    expect(shown.out).toMatch(/^goes to +C0GENERAL$/m);
    expect(shown.out).toMatch(/What would be sent\n[\s\S]*"The board meets at nine\."/);
    expect(shown.out).not.toContain(sampleBotToken);
    expect((await approvals("deny", id, "--yes")).out).toBe(`denied ${id}: nothing was sent\n`);
    expect((await approvals("list", "--status", "denied")).out).toContain(id);
    expect((await approvals("list", "--status", "all")).out).toContain(id);
    expect((await approvals("list")).out).not.toContain(id);
  });

  test("show writes out every character that a terminal would obey or hide", async () => {
    const id = await ask(HOSTILE);
    for (const shown of [
      await approvals("show", id),
      await service.runAt(person("no"), "approvals", "deny", id),
    ]) {
      const text = shown.out + shown.err;
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
      expect(text).toContain("Pay [2K\\u{9b}1A\\u{202e}000.1\\u{202c}");
    }
    await approvals("deny", id, "--yes");
  });

  test("approve shows the call, asks, sends it once and prints its result", async () => {
    const id = await ask("The build is green.");
    const before = posts();
    const { asked, dialogue } = person("yes");
    const approved = await service.runAt({ dialogue }, "approvals", "approve", id);
    expect(approved.code).toBe(0);
    expect(printedJson(approved)).toHaveProperty("channel");
    expect(approved.err).toMatch(/What would be sent\n[\s\S]*"The build is green\."/);
    expect(asked).toEqual(["Approve and send it? Type yes to continue: "]);
    expect(posts()).toBe(before + 1);
    const again = await approvals("approve", id, "--yes");
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("409 conflict")]);
    expect(posts()).toBe(before + 1);
  });

  test("a call still waits when the person says nothing clear, or when nobody can be asked", async () => {
    const id = await ask("Not yet.");
    const before = posts();
    for (const typed of [undefined, "", "no", "yess"]) {
      const kept = await service.runAt(person(typed), "approvals", "approve", id);
      expect([kept.code, kept.out]).toEqual([2, ""]);
      expect(kept.err).toContain("Nothing was decided");
    }
    const unasked = await approvals("approve", id);
    expect([unasked.code, unasked.out, unasked.err]).toEqual([2, "", expect.stringContaining("--yes")]);
    expect(await statusOf(id)).toBe("waiting");
    expect(posts()).toBe(before);
    await approvals("deny", id, "--yes");
  });

  test("a call that was approved and is refused by its provider exits 1 with the reason", async () => {
    const args = JSON.stringify({ channel: "C0NOWHERE", text: "Hello" });
    const waits = printedJson(await service.run("tool", "call", TOOL, args, "--json"));
    const failed = await approvals("approve", String(waits.approval_id), "--yes");
    expect(failed).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^refused \(\w+\): \S/m),
    });
    expect(await statusOf(String(waits.approval_id))).toBe("failed");
  });

  test("the key of the call may not approve it, and the message names the key that was used", async () => {
    const id = await ask("Mine.");
    const key = (await readFile(join(service.dataDir, "dev-api-key"), "utf8")).trim();
    const environment = { PLUMBLINE_API_KEY: key };
    const refused = await service.runAt({ environment }, "approvals", "approve", id, "--yes");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("403 forbidden")]);
    expect(refused.err).toContain("PLUMBLINE_API_KEY");
    expect(await statusOf(id)).toBe("waiting");
  });
});

describe("allowances", () => {
  test("list shows the places that somebody allowed for always, and remove lets calls wait again", async () => {
    await setPolicy({});
    expect((await service.run("allowances", "list")).err).toBe("No destination is always allowed.\n");
    const read = JSON.stringify({ url: `${service.sandbox.feeds.url}/rss.xml` });
    expect((await service.run("tool", "call", "feed_read", read, "--json")).code).toBe(0);
    const id = await ask("What the feed says.");
    expect((await approvals("approve", id, "--yes", "--always-for", "agent")).code).toBe(0);
    const post = ["tool", "call", TOOL, JSON.stringify({ channel: "C0GENERAL", text: "More." }), "--json"];
    expect((await service.run(...post)).code).toBe(0);
    const [, allowance = ""] = ALLOWANCE.exec((await service.run("allowances", "list")).out) ?? [];
    const removed = await service.run("allowances", "remove", allowance);
    expect([removed.code, removed.out]).toEqual([0, `removed ${allowance}\n`]);
    expect(printedJson(await service.run(...post)).error_code).toBe("approval_required");
    expect((await service.run("allowances", "remove", allowance)).err).toContain("404 not_found");
  });
});
