import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { addedCredential } from "./added-credential.ts";
import { printedJson, type Run } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

/** With a client at one provider alone. */
const service = startedForFile(() =>
  startLocalService({
    oauth: false,
    settings: {
      OAUTH_CHATAPP_BOT_CLIENT_ID: "our-app",
      OAUTH_CHATAPP_BOT_CLIENT_SECRET: "secret-of-our-app",
    },
  }),
);

const run = (...args: string[]): Promise<Run> => service.run("connection", ...args);
const EXPIRY = /until \d{4}-\d\d-\d\dT[\d:.]+Z/;

describe("connection list", () => {
  test("says what to do where there is nothing", async () => {
    const empty = await run("list", "--kind", "notion");
    expect([empty.code, empty.out]).toEqual([0, ""]);
    expect(empty.err).toContain("npx --no plumbline connection add --kind KIND --label LABEL");
    expect(printedJson(await run("list", "--kind", "notion", "--json"))).toEqual({
      connections: [],
      pending: [],
    });
  });

  test("shows connections and what waits for a person, of one kind too, without secrets", async () => {
    const id = await addedCredential(service, "listed");
    const gone = await addedCredential(service, "gone");
    await service.run("credential", "revoke", gone);
    await service.runWithInput(
      "t",
      "credential",
      "add",
      "--kind",
      "crm",
      "--label",
      "customers",
      "--no-test",
    );
    const refused = ["credential", "add", "--kind", "chatapp_bot", "--label", "refused"];
    await service.runWithInput("xoxb-of-nobody", ...refused);
    const { out: url } = await run("link", "--kind", "slack", "--label", "waiting");
    await run("link", "--renew", "listed");

    const all = await run("list");
    expect(all.code).toBe(0);
    expect(all.out).toMatch(
      new RegExp(`${id} +chatapp_bot +chat app \\(Slack\\) +active +listed +not tested`),
    );
    expect(all.out).toMatch(/ refused +unknown$/m);
    expect(all.out).toMatch(/crm +CRM \(HubSpot\) +active +customers/);
    expect(all.out).toMatch(/chatapp_bot +chat app \(Slack\) +waiting +waiting +a page, until /);
    expect(all.out).toContain(`renews ${id}`);
    expect(all.out).not.toContain(gone);
    const token = url.trim().split("/").at(-1) ?? "";
    for (const secret of [sampleBotToken, token, token.slice(0, 20)]) expect(all.out).not.toContain(secret);

    const ofKind = await run("list", "--kind", "hubspot");
    expect(ofKind.out).toContain("customers");
    expect(ofKind.out).not.toContain("chatapp_bot");
  });

  test("names a scope that is missing, as the credential itself does", async () => {
    const args = [
      "--kind",
      "slack",
      "--label",
      "half",
      "--scope",
      "im:write,users:read",
      "--no-test",
      "--json",
    ];
    const { id } = printedJson(await service.runWithInput(sampleBotToken, "credential", "add", ...args));
    const listed = await run("list");
    expect(listed.out).toContain(
      "warning: The scope chat:write is missing. chatapp_dm and chatapp_post_channel need it: grant it and reconnect.",
    );
    expect(listed.out).toContain("The scope users:read.email is missing. chatapp_dm needs it");
    const { connections } = printedJson(await run("list", "--json")) as { connections: { id: string }[] };
    expect(connections.find((one) => one.id === id)).toMatchObject({
      warnings: [expect.stringContaining("chat:write"), expect.stringContaining("users:read.email")],
    });
  });

  test.each([
    ["a wider scope stands in for one", "tracker", "read,write"],
    ["no scope is stored", "crm", ""],
  ])("says nothing of scopes where %s", async (_what, kind, scope) => {
    const args = ["--kind", kind, "--label", `of ${kind}`, "--scope", scope, "--no-test", "--json"];
    expect(printedJson(await service.runWithInput("t", "credential", "add", ...args)).warnings).toEqual([]);
  });
});

describe("connection add", () => {
  test("prints the address of a page alone, and the rest aside", async () => {
    const added = await run("add", "--kind", "slack", "--label", "team", "--scope", "channels:read");
    expect(added.code).toBe(0);
    const page = await fetch(added.out.trim());
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("Connect Slack to Plumbline"),
    ]);
    const pressed = await fetch(added.out.trim(), { method: "POST", redirect: "manual" });
    const url = new URL(pressed.headers.get("location") ?? "");
    expect(url.origin + url.pathname).toBe("https://slack.com/oauth/v2/authorize");
    expect(url.searchParams.get("scope")?.split(",")).toEqual(
      expect.arrayContaining(["chat:write", "channels:read"]),
    );
    expect(added.out + added.err).not.toContain("secret-of-our-app");
    expect(added.err).toMatch(EXPIRY);
    const json = printedJson(await run("add", "--kind", "chatapp_bot", "--label", "team", "--json"));
    expect(json).toEqual({ authorization_url: expect.any(String), expires_at: expect.any(String) });
  });
});

describe("connection link", () => {
  test("without PUBLIC_URL is a page at this server's own address", async () => {
    const made = await run("link", "--kind", "Slack", "--label", "customer");
    expect(made.code).toBe(0);
    const url = made.out.trim();
    expect(url.startsWith(`${service.url}/connect/`), url).toBe(true);
    expect(made.err).toMatch(EXPIRY);
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Connect Slack to ")]);
  });

  test("with --renew takes the kind of the connection, named by label or id", async () => {
    const id = await addedCredential(service, "to renew");
    for (const named of ["to renew", id]) {
      const made = printedJson(await run("link", "--renew", named, "--json"));
      const page = await (await fetch(String(made.connect_url))).text();
      expect(page).toContain("Reconnect Slack to ");
      expect(page).toContain("to renew");
    }
  });
});

describe("connection withdraw", () => {
  test("takes back a connect by its label or the id that the list shows", async () => {
    const made = await run("link", "--kind", "slack", "--label", "unwanted");
    expect((await run("withdraw", "unwanted")).out).toContain("nobody can use the URL of unwanted any more");
    const page = await fetch(made.out.trim());
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining("was withdrawn")]);
    await run("link", "--kind", "slack", "--label", "unwanted too");
    const [shown = ""] = /^\S+(?=.* unwanted too )/m.exec((await run("list")).out) ?? [];
    expect(shown).toMatch(/^[0-9a-f]{12}…$/);
    expect((await run("withdraw", shown)).code).toBe(0);
    expect((await run("list")).out).not.toContain("unwanted");
  });

  test("names what does not wait, and what several have", async () => {
    const none = await run("withdraw", "nothing");
    expect([none.code, none.err]).toEqual([
      1,
      expect.stringContaining("There is no pending connection named nothing"),
    ]);
    for (let turn = 0; turn < 2; turn++) await run("link", "--kind", "slack", "--label", "twice");
    const several = await run("withdraw", "twice");
    expect([several.code, several.err]).toEqual([
      2,
      expect.stringContaining("Several pending connections are named twice"),
    ]);
  });
});

describe.each(["add", "link"])("connection %s refuses", (command) => {
  test.each<[what: string, args: string[], code: number, said: RegExp]>([
    ["neither a kind nor a connection", [], 2, /--kind and --label.*--renew/],
    ["a kind without a label", ["--kind", "slack"], 2, /--label/],
    ["a label without a kind", ["--label", "x"], 2, /--kind/],
    ["a kind there is not", ["--kind", "teams", "--label", "x"], 2, /Allowed choices are .*chatapp_bot/],
    ["an option there is not", ["--kind", "slack", "--label", "x", "--token", "t"], 2, /--token/],
    ["a label of two lines", ["--kind", "slack", "--label", "a\nb"], 1, /label/],
    ["a label that is too long", ["--kind", "slack", "--label", "x".repeat(121)], 1, /label/],
    ["a text that is not a scope", ["--kind", "slack", "--label", "x", "--scope", 'a"b'], 1, /scope/],
    [
      "a connection there is not",
      ["--renew", "nobody's"],
      1,
      /No credential has the label or account name "nobody's"/,
    ],
    [
      "a kind without a client",
      ["--kind", "hubspot", "--label", "x"],
      1,
      /no OAuth client for .*HubSpot.*OAUTH_CRM_CLIENT_ID.*plumbline credential add --kind crm/,
    ],
    [
      "a kind that is a key",
      ["--kind", "generic_api_key", "--label", "x"],
      1,
      /not connected by OAuth.*plumbline credential add --kind generic_api_key/,
    ],
  ])("%s", async (_what, args, code, said) => {
    const refused = await run(command, ...args);
    expect([refused.code, refused.out]).toEqual([code, ""]);
    expect(refused.err.replaceAll("\n", " ")).toMatch(said);
  });

  test("a label that is taken, and a connection that was revoked", async () => {
    const label = `taken for ${command}`;
    const id = await addedCredential(service, label);
    const taken = await run(command, "--kind", "slack", "--label", label.toUpperCase());
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(id)]);
    await service.run("credential", "revoke", id);
    const revoked = await run(command, "--renew", id);
    expect([revoked.code, revoked.err]).toEqual([1, expect.stringContaining("revoked")]);
  });
});
