import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline, printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

let tenantId: string;
let apiKey: string;

/** More than one request rewraps. */
const STORED = 52;

const service = startedForFile(startLocalService);

beforeAll(async () => {
  const made = printedJson(await service.run("tenant", "create", "Acme", "--json"));
  [tenantId, apiKey] = [String(made.tenant_id), String(made.api_key)];
  for (let index = 0; index < STORED; index++) {
    const metadata = { allowed_hosts: ["a.example"] };
    const answer = await fetch(`${service.url}/api/v1/credentials`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ kind: "generic_api_key", label: `account ${index}`, token: "t", metadata }),
    });
    expect(answer.status).toBe(201);
  }
});
const asTenant = (...args: string[]) =>
  service.runAt({ environment: { PLUMBLINE_API_KEY: apiKey, PLUMBLINE_URL: service.url } }, ...args);

describe("rotate and rewrap", () => {
  test("bring every credential to a new key, and tell where another run would go on", async () => {
    const rotated = await service.run("rotate", "--tenant", tenantId);
    expect(rotated).toMatchObject({
      code: 0,
      out: expect.stringContaining("version 2 is used for encryption from now on"),
    });
    expect(rotated.err).toContain(`plumbline rewrap --tenant ${tenantId}`);
    const run = await service.run("rewrap", "--tenant", tenantId);
    expect([run.code, run.out]).toEqual([0, "re-encrypted 52 of 52 credentials and watches of 1 tenants\n"]);
    const [first = "", last] = run.err.trim().split("\n");
    expect(first).toContain("re-encrypted 50 of 50");
    expect(last).toBe(`${tenantId}: re-encrypted 52 of 52 (done)`);
    const [, cursor = ""] = /--after (\S+)\)/.exec(first) ?? [];
    const rest = await service.run("rewrap", "--tenant", tenantId, "--after", cursor, "--json");
    expect(printedJson(rest)).toEqual({
      tenants: 1,
      seen: 2,
      rewrapped: 0,
      unreadable: [],
      unreadable_watches: [],
    });
    const all = printedJson(await service.run("rewrap", "--json"));
    expect(all).toMatchObject({ seen: STORED, rewrapped: 0, unreadable: [] });
  });

  test("refuse a tenant that is not there", async () => {
    const nobody = "00000000-0000-4000-8000-000000000000";
    for (const command of ["rotate", "rewrap"])
      expect((await service.run(command, "--tenant", nobody)).code).toBe(1);
  });
});

describe("audit-log", () => {
  test("lists what was done, and verifies the whole of it", async () => {
    const listed = await asTenant("audit-log", "list");
    expect(listed.code).toBe(0);
    expect(listed.out).toContain("credential.created");
    const verified = await asTenant("audit-log", "verify");
    expect([verified.code, verified.out]).toEqual([0, expect.stringMatching(/^sound: \d+ entries/)]);
  });

  test("lists the newest first, or one kind of change alone", async () => {
    const list = async (...options: string[]) =>
      printedJson(await asTenant("audit-log", "list", "--json", ...options)).items as { action: string }[];
    expect(await list("--newest-first")).toEqual((await list()).toReversed());
    const actions = (await list("--action", "credential.created")).map(({ action }) => action);
    expect(new Set(actions)).toEqual(new Set(["credential.created"]));
    expect((await asTenant("audit-log", "list", "--action", "nothing")).code).toBe(2);
  });

  test("shows operators their own log, and no tenant's key", async () => {
    const listed = await service.run("audit-log", "list", "--operators");
    expect(listed.out).toMatch(/tenant\.created +[0-9a-f-]{36}/);
    expect(listed.out).not.toContain("credential.created");
    expect((await service.run("audit-log", "verify", "--operators")).out).toMatch(/^sound: /);
    expect((await asTenant("audit-log", "list", "--operators")).code).toBe(1);
  });

  test("says how to continue after a page, with an option that it has", async () => {
    const page = { items: [], next_cursor: "Mg" };
    const scripted = await startScriptedServer({ name: "service", handle: () => json(page) });
    const environment = { PLUMBLINE_API_KEY: apiKey, PLUMBLINE_URL: scripted.url };
    const first = await plumbline(["audit-log", "list"], { environment });
    const [, option = "", cursor = ""] = /^More: (\S+) (\S+)\n$/m.exec(first.err) ?? [];
    const second = await plumbline(["audit-log", "list", option, cursor], { environment });
    await scripted.close();
    expect([option, second.code]).toEqual(["--after", 0]);
  });

  test.each<[string, (items: Record<string, unknown>[]) => unknown, string]>([
    ["changed", (items) => Object.assign(items[2] ?? {}, { subject: "another" }), "entry 3 was changed"],
    ["taken out", (items) => items.splice(1, 1), "entry 2 is missing"],
  ])("verify finds an entry that was %s", async (_name, change, problem) => {
    const authorization = `Bearer ${apiKey}`;
    const answer = await fetch(`${service.url}/api/v1/audit`, { headers: { authorization } });
    const page = { ...JSON.parse(await answer.text()), next_cursor: null };
    change(page.items);
    const changed = await startScriptedServer({ name: "service", handle: () => json(page) });
    const environment = { PLUMBLINE_API_KEY: apiKey, PLUMBLINE_URL: changed.url };
    const run = await plumbline(["audit-log", "verify"], { environment });
    await changed.close();
    expect([run.code, run.out]).toEqual([1, `wrong: ${problem}\n`]);
  });
});
