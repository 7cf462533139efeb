import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { afterAttack, gained, kindOf } from "./attacker.ts";
import { OWNED_TABLES } from "./owned-table.ts";
import { type Powers, powersOf } from "./powers.ts";
import { stock } from "./stocked-service.ts";

/**
 * Lists what the deletion of all records of a kind does, by the beginnings of powers that end. None gains
 * anything. A kind without an entry ends nothing that the service does.
 */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["accepts admin", "accepts session", "POST", "link"],
  api_keys: ["accepts", "alpha approves"],
  credentials: ["alpha opens", "beta opens"],
  watches: ["POST"],
  watch_states: ["POST"],
  pending_connects: ["link"],
  approvals: ["alpha approves", "beta approves"],
  approval_texts: ["alpha approves", "beta approves"],
  sessions: ["accepts session", "accepts otherSession"],
};

describe.each(OWNED_TABLES)("who deletes records of %s", (_name, open) => {
  const stocked = startedForFile(() => stock(open));
  let whole: Powers;
  beforeAll(async () => {
    whole = await powersOf(stocked);
  });

  test("ends what the records did, and steers nothing", { timeout: 120_000 }, async () => {
    const kinds = new Set([...(stocked.moments.at(-1)?.values() ?? [])].map(kindOf));
    expect([...kinds]).toEqual(expect.arrayContaining(Object.keys(ENDS)));
    for (const kind of kinds) {
      const after = await afterAttack(stocked, async (attacker) => {
        for (const item of attacker.items(kind)) await attacker.delete(item);
      });
      expect([kind, gained(whole, after)]).toEqual([kind, []]);
      for (const end of ENDS[kind] ?? [])
        expect([kind, [...after.keys()].filter((name) => name.startsWith(end))]).toEqual([kind, []]);
    }
  });

  test("repeats a keyed call whose record is gone, as the caller asked for it", async () => {
    const after = await afterAttack(stocked, async (attacker) => {
      for (const item of attacker.items("idempotent_calls")) await attacker.delete(item);
    });
    expect(after.get("alpha repeats")).toBe(whole.get("alpha repeats"));
  });

  test("steers one thing: a call that names no account uses the one that is left", async () => {
    const { api, tenants } = stocked;
    const { tenantId } = tenants[0].caller;
    const posts = "run clean posts";
    const body = { kind: "chatapp_bot", label: "second", token: sampleBotToken };
    const made = await api.call("POST", "/api/v1/credentials", { body });
    const second = String(made.json.id);
    expect((await powersOf(stocked)).get(posts)).toBeUndefined();
    const after = await afterAttack(stocked, (attacker) =>
      attacker.delete(attacker.item("credentials", second)),
    );
    expect(after.get(posts)).toBe(whole.get(posts));
    await api.service.credentials.revoke(tenantId, second);
  });
});
