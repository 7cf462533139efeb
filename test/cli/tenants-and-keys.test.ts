import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { person, printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);

async function newTenant(name: string): Promise<{ tenantId: string; apiKey: string }> {
  const made = printedJson(await service.run("tenant", "create", name, "--json"));
  return { tenantId: String(made.tenant_id), apiKey: String(made.api_key) };
}

describe("tenant", () => {
  test("create shows the key once, list shows the tenant without it", async () => {
    const made = await service.run("tenant", "create", "Acme");
    expect(made.code).toBe(0);
    const [, id = ""] = /^tenant +(\S+)$/m.exec(made.out) ?? [];
    const [, key = ""] = /^key +(plk_\S{43})$/m.exec(made.out) ?? [];
    expect([id, key]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^plk_/)]);
    expect(made.err).toContain("not shown again");
    const listed = await service.run("tenant", "list");
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(listed.out).toMatch(new RegExp(`^${id} +\\S+ +Acme$`, "m"));
    expect(listed.out).not.toContain("plk_");
  });

  test("list goes on behind a cursor", async () => {
    // A service of its own: its 51 tenants would push the other tests' off the first page.
    const crowded = await startLocalService();
    try {
      for (let index = 0; index < 51; index++) await crowded.run("tenant", "create", `tenant ${index}`);
      const first = await crowded.run("tenant", "list");
      const [, cursor = ""] = /--cursor (\S+)/.exec(first.err) ?? [];
      const second = await crowded.run("tenant", "list", "--cursor", cursor, "--json");
      const { items, next_cursor } = printedJson(second);
      expect(next_cursor).toBeNull();
      const ids = Array.isArray(items) ? items.map(({ tenant_id }) => tenant_id) : [];
      expect(ids.length).toBeGreaterThan(0);
      for (const id of ids) expect(first.out).not.toContain(id);
    } finally {
      await crowded.close();
    }
  });
});

describe("tenant delete", () => {
  const listed = async () => (await service.run("tenant", "list")).out;

  test("erases with --yes, without asking", async () => {
    const { tenantId, apiKey } = await newTenant("Erased at once");
    const { asked, dialogue } = person(undefined);
    const args = ["tenant", "delete", tenantId, "--yes"];
    expect(await service.runAt({ dialogue }, ...args)).toEqual({
      code: 0,
      out: `deleted ${tenantId}\n`,
      err: "",
    });
    expect(asked).toEqual([]);
    expect(await listed()).not.toContain(tenantId);
    const after = await service.runAt({ environment: { PLUMBLINE_API_KEY: apiKey } }, "tool", "list");
    expect([after.code, after.err]).toEqual([1, expect.stringContaining("401 unauthenticated")]);
  });

  test("says what is erased, and erases when its id is typed", async () => {
    const { tenantId } = await newTenant("Erased when asked");
    for (const typed of [undefined, "", "y", "Erased when asked"]) {
      const kept = await service.runAt(person(typed), "tenant", "delete", tenantId);
      expect([kept.code, kept.out]).toEqual([2, ""]);
      expect(kept.err).toMatch(
        /its credentials .+\nplumbline: That is not the tenant's ID: nothing was erased\.\n$/,
      );
    }
    expect(await listed()).toContain(tenantId);
    expect(await service.runAt(person(` ${tenantId}`), "tenant", "delete", tenantId)).toMatchObject({
      code: 0,
      out: `deleted ${tenantId}\n`,
    });
    expect(await listed()).not.toContain(tenantId);
  });

  test("erases nothing where nobody can be asked", async () => {
    const { tenantId } = await newTenant("Kept");
    const kept = await service.run("tenant", "delete", tenantId);
    expect([kept.code, kept.out, kept.err]).toEqual([2, "", expect.stringContaining("--yes")]);
    expect(await listed()).toContain(tenantId);
  });
});

describe("key", () => {
  test("create, list, revoke", async () => {
    const { tenantId, apiKey } = await newTenant("Keys");
    const made = await service.run("key", "create", tenantId, "ci", "--scopes", "tools:read, research");
    expect(made.code).toBe(0);
    const [, keyId = ""] = /^key id +(\S+)$/m.exec(made.out) ?? [];
    expect(made.out).toMatch(/^key +plk_\S{43}$/m);

    const listed = printedJson(await service.run("key", "list", tenantId, "--json"));
    expect(listed.items).toContainEqual(
      expect.objectContaining({ key_id: keyId, scopes: ["tools:read", "research"], revoked_at: null }),
    );
    expect((await service.run("key", "list", tenantId)).out).toMatch(
      new RegExp(`^${keyId} +active +never used +ci$`, "m"),
    );

    expect((await service.run("key", "revoke", tenantId, keyId)).out).toMatch(
      new RegExp(`^revoked ${keyId} at `),
    );
    const after = await service.run("key", "list", tenantId);
    expect(after.out).toMatch(new RegExp(`^${keyId} +revoked `, "m"));
    expect(after.out).not.toContain(apiKey);
  });

  test("create with an expiry", async () => {
    const { tenantId } = await newTenant("Expiring");
    const args = ["key", "create", tenantId, "ci", "--expires-at", "2999-01-01T00:00:00Z", "--json"];
    expect(printedJson(await service.run(...args)).expires_at).toBe("2999-01-01T00:00:00.000Z");
  });

  test("of a tenant named by its name, when only one has it", async () => {
    const { tenantId } = await newTenant("Named keys");
    const args = [
      "key",
      "create",
      "Named keys",
      "reader",
      "--scopes",
      "tools:read,tools:call",
      "--read-only",
    ];
    expect((await service.run(...args)).code).toBe(0);
    expect((await service.run("key", "list", tenantId)).out).toContain("reader");
    const nobody = await service.run("key", "list", "Nobody");
    expect([nobody.code, nobody.err]).toEqual([
      1,
      expect.stringMatching(/No tenant has the ID or name "Nobody"; see npx --no plumbline tenant list\./),
    ]);
    const twin = await newTenant("Named keys");
    const several = await service.run("key", "list", "Named keys");
    expect(several.code).toBe(2);
    for (const id of [tenantId, twin.tenantId]) expect(several.err).toContain(id);
  });

  test("with a scope that does not exist is refused with those that do", async () => {
    const { code, err } = await service.run("key", "create", "TENANT", "ci", "--scopes", "tools:run");
    expect(code).toBe(2);
    expect(err).toMatch(
      /There is no scope tools:run\. The scopes are research, agent, .*, approvals:grant, conversations:manage, tenant:export\./,
    );
  });

  test("of a tenant that is not there is a failed call", async () => {
    const { code, out, err } = await service.run("key", "list", "00000000-0000-4000-8000-000000000000");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^plumbline: There is no such tenant\. \(404 not_found\)\n$/);
  });
});

test("a list that has more says how to go on, whatever it lists", async () => {
  const { tenantId } = await newTenant("Many");
  for (let index = 0; index < 51; index++) {
    await service.run("key", "create", tenantId, `key ${index}`);
    const args = ["credential", "add", "--kind", "notes", "--label", `notes ${index}`];
    await service.runWithInput("t", ...args);
  }
  for (const list of [
    ["key", "list", tenantId],
    ["credential", "list", "--kind", "notes"],
  ]) {
    const first = await service.run(...list);
    const [, cursor = ""] = /^More: --cursor (\S+)\n$/.exec(first.err) ?? [];
    const second = await service.run(...list, "--cursor", cursor);
    expect(second).toMatchObject({ code: 0, err: "" });
    const rows = [first, second].flatMap(({ out }) => out.trim().split("\n").slice(1));
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(51);
  }
});
