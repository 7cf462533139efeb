import { createHash } from "node:crypto";
import type { Attacker } from "./attacker.ts";
import type { OwnedItem } from "./owned-table.ts";
import { OTHER_HOOK } from "./stocked-service.ts";

/** One thing that somebody with the main table would try. */
export interface NamedAttack {
  name: string;
  write(attacker: Attacker): Promise<void>;
  /** Powers that the attack ends, by the beginnings of their names. */
  ends?: readonly string[];
}

/** Edits the record of a kind, found by a text that `named` gives. */
function editing(
  name: string,
  kind: string,
  { of, to, ends }: { of(attacker: Attacker): string | undefined; to: Edit; ends?: readonly string[] },
): NamedAttack {
  return {
    name,
    ends: ends ?? [],
    write: async (attacker) => {
      const item = attacker.item(kind, of(attacker));
      await attacker.edit(item, to(item.body as never, attacker));
    },
  };
}
// biome-ignore lint/suspicious/noExplicitAny: an attacker knows no types.
type Edit = (body: any, attacker: Attacker) => Record<string, unknown>;

/** Puts every earlier version of a record back, the oldest last. */
function puttingBack(
  name: string,
  kind: string,
  { of, ends }: { of(attacker: Attacker): string | undefined; ends?: readonly string[] },
): NamedAttack {
  const write = async (attacker: Attacker) => {
    const earlier = attacker.earlier(kind, of(attacker) ?? "");
    if (earlier.length === 0) throw new Error(`There is no earlier record of ${kind}.`);
    for (const item of earlier.toReversed()) await attacker.put(item);
  };
  return { name, write, ends: ends ?? [] };
}

const id = (name: string) => (attacker: Attacker) => attacker.stocked.ids[name];
const tenant = (at: 0 | 1) => (attacker: Attacker) => attacker.stocked.tenants[at].caller.tenantId;
const approval = (name: "waiting" | "denied" | "approved") => (attacker: Attacker) =>
  attacker.stocked.approvals[name];
/** Connects are stored under the hash of their token. */
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const link = (name: string) => (attacker: Attacker) =>
  hashOf(new URL(attacker.stocked.links[name] ?? "").pathname.split("/").at(-1) ?? "");
const inboxHook = "POST https://hooks.example/mail";
const evil = "https://evil.example/hook";

/** Copies a record of the first tenant into the second's, as it is or under the second's ids. */
function copying(name: string, kind: string, of: (attacker: Attacker) => string | undefined): NamedAttack[] {
  return (["place", "both"] as const).map((where) => ({
    name: `${name}, ${where === "place" ? "as it is" : "under the other's ids"}`,
    write: async (attacker) => attacker.move(attacker.item(kind, of(attacker)), attacker.toOther, where),
  }));
}

/** A connect of the first tenant whose token the attacker has, made of one of the second's. */
async function forgeConnect(attacker: Attacker, changes: Record<string, unknown>): Promise<void> {
  const [one, two] = attacker.stocked.tenants;
  const bytes = [Buffer.from(one.caller.tenantId.replaceAll("-", ""), "hex"), Buffer.alloc(32, "attacker")];
  const token = Buffer.concat(bytes).toString("base64url");
  const template = attacker.item("pending_connects", link("others")(attacker));
  const old = String(template.body.id);
  await attacker.move(
    { ...template, body: { ...template.body, ...changes } },
    [
      [old, hashOf(token)],
      [two.caller.tenantId, one.caller.tenantId],
    ],
    "both",
  );
  const { links } = attacker.stocked;
  links.forged = (links.others ?? "").replace(/[^/]+$/, token);
}

const withoutMac = ({ place, body: { mac: _mac, ...body } }: OwnedItem) => ({ place, body });

export const NAMED_ATTACKS: readonly NamedAttack[] = [
  editing("F1: the receiver of an inbox watch is the attacker's", "watches", {
    of: id("inbox"),
    to: ({ delivery }) => ({ delivery: { ...delivery, url: evil } }),
    ends: [inboxHook],
  }),
  {
    name: "F2: a forged connect renews a victim's connection",
    write: (attacker) => forgeConnect(attacker, { credential_id: attacker.stocked.ids.bot }),
  },
  puttingBack("F3: a denied approval waits again", "approvals", { of: approval("denied") }),
  puttingBack("F3: an approval that was carried out waits again", "approvals", { of: approval("approved") }),
  editing("a denied approval is edited to wait", "approvals", {
    of: approval("denied"),
    to: () => ({ status: "waiting", decided_by: null, decided_at: null }),
  }),
  editing("an approval waits for longer", "approvals", {
    of: approval("waiting"),
    to: () => ({ expires_at: "2099-01-01T00:00:00.000Z" }),
    ends: ["alpha approves waiting"],
  }),
  editing("an approval was asked by another key", "approvals", {
    of: approval("waiting"),
    to: () => ({ key_id: "00000000-0000-4000-8000-000000000000" }),
    ends: ["alpha approves waiting"],
  }),
  editing("an approval is of another tool", "approvals", {
    of: approval("waiting"),
    to: () => ({ tool: "chatapp_post_channel" }),
    ends: ["alpha approves waiting"],
  }),
  ...copying("an approval that waits is the other tenant's", "approvals", approval("waiting")),
  ...copying("the text of an approval is the other tenant's", "approval_texts", approval("waiting")),
  {
    name: "an approval that waits carries out the call of a denied one",
    write: async (attacker) => {
      const { denied, waiting } = attacker.stocked.approvals;
      await attacker.move(attacker.item("approval_texts", denied), [[denied, waiting]], "both");
    },
    ends: ["alpha approves waiting"],
  },
  {
    name: "a forged connect makes a connection",
    write: (attacker) => forgeConnect(attacker, { label: "forged" }),
  },
  {
    name: "a forged connect is unsigned",
    write: (attacker) => forgeConnect(attacker, { mac: undefined }),
  },
  puttingBack("a used link is open again", "pending_connects", { of: link("used") }),
  editing("a used link is edited to be open", "pending_connects", {
    of: link("used"),
    to: () => ({ used_at: null, used_by: null }),
  }),
  editing("a waiting link renews another connection", "pending_connects", {
    of: link("waiting"),
    to: (_body, { stocked }) => ({ credential_id: stocked.ids.bot }),
    ends: ["link waiting"],
  }),
  editing("a waiting link asks for more scopes", "pending_connects", {
    of: link("waiting"),
    to: () => ({ scopes: ["everything"] }),
    ends: ["link waiting"],
  }),
  ...copying("a waiting link is the other tenant's", "pending_connects", link("waiting")),
  editing("an inbox watch reads another account", "watches", {
    of: id("inbox"),
    to: ({ source }, { stocked }) => ({ source: { ...source, credential_id: stocked.ids.bot } }),
    ends: [inboxHook],
  }),
  editing("an inbox watch reads another mailbox", "watches", {
    of: id("inbox"),
    to: ({ source }) => ({ source: { ...source, mailbox: "Private" } }),
    ends: [inboxHook],
  }),
  editing("a feed watch reads the attacker's address", "watches", {
    of: id("feed"),
    to: ({ source }) => ({ source: { ...source, url: "https://evil.example/feed" } }),
    ends: ["POST https://hooks.example/news of"],
  }),
  editing("a feed has moved to the attacker's address", "watch_states", {
    of: id("feed"),
    to: ({ cursor }) => ({ cursor: { ...cursor, url: "https://evil.example/feed" } }),
    ends: ["POST https://hooks.example/news of"],
  }),
  puttingBack("a watch delivers to its receiver before", "watches", { of: id("feed") }),
  puttingBack("a paused watch goes on", "watches", { of: id("paused") }),
  {
    name: "a deleted watch is there again with all it had",
    write: async (attacker) => {
      const deleted = attacker.stocked.ids.deleted ?? "";
      for (const moment of attacker.stocked.moments)
        for (const item of moment.values())
          if (JSON.stringify(item).includes(deleted)) await attacker.put(item);
    },
  },
  ...copying("an inbox watch is the other tenant's", "watches", id("inbox")),
  ...copying("the state of a watch is the other's", "watch_states", id("inbox")),
  ...copying("an event of mail is of the other tenant's watch", "watch_events", id("inbox")),
  {
    name: "the signing secrets of a watch are another's",
    write: async (attacker) => {
      const other = attacker.item("watches", attacker.stocked.ids.others).body.delivery as {
        secrets: unknown;
      };
      const item = attacker.item("watches", attacker.stocked.ids.inbox);
      const delivery = { ...(item.body.delivery as object), secrets: other.secrets };
      await attacker.edit(item, { delivery });
    },
    ends: [inboxHook],
  },
  {
    name: "a subscription names the watch of another receiver",
    write: async (attacker) => {
      for (const item of attacker.items("subscriptions"))
        await attacker.edit(item, { watch_id: attacker.stocked.ids.paused });
    },
  },
  puttingBack("the policy before its last change", "tenants", { of: tenant(0), ends: ["accepts admin"] }),
  editing("no policy at all", "tenants", {
    of: tenant(0),
    to: () => ({ policy: undefined }),
    ends: ["accepts admin", "accepts session"],
  }),
  editing("a policy of the attacker's", "tenants", {
    of: tenant(0),
    to: () => ({ policy: { approval: {} } }),
    ends: ["accepts admin"],
  }),
  {
    name: "the policy of the other tenant",
    write: async (attacker) => {
      const { policy, mac } = attacker.item("tenants", tenant(1)(attacker)).body;
      await attacker.edit(attacker.item("tenants", tenant(0)(attacker)), { policy, mac });
    },
    ends: ["accepts admin"],
  },
  editing("a weak key may do everything", "api_keys", {
    of: () => '"weak"',
    to: () => ({ scopes: ["tools:call", "credentials:write", "approvals:grant"] }),
    ends: ["accepts weak"],
  }),
  editing("a weak key has no list of tools", "api_keys", {
    of: () => '"weak"',
    to: () => ({ allowed_tools: undefined }),
    ends: ["accepts weak"],
  }),
  editing("a tenant's key is an operator's", "api_keys", {
    of: () => '"weak"',
    to: () => ({ role: "operator", tenant_id: null }),
    ends: ["accepts weak"],
  }),
  editing("a key is the other tenant's", "api_keys", {
    of: () => '"weak"',
    to: (_body, attacker) => ({ tenant_id: tenant(1)(attacker) }),
    ends: ["accepts weak"],
  }),
  puttingBack("a revoked key counts again", "api_keys", { of: () => '"revoked"' }),
  puttingBack("a rotated key goes on", "api_keys", { of: () => '"rotated"' }),
  editing("a revoked key is edited to count", "api_keys", {
    of: () => '"revoked"',
    to: () => ({ revoked_at: null }),
  }),
  editing("a token is sent to the attacker's host", "credentials", {
    of: id("web"),
    to: ({ metadata }) => ({ metadata: { ...metadata, allowed_hosts: ["https://evil.example"] } }),
    ends: ["alpha opens web"],
  }),
  editing("an account is at the attacker's address", "credentials", {
    of: id("bot"),
    to: ({ account }) => ({ account: { ...account, url: "https://evil.example/" } }),
    ends: ["alpha opens bot"],
  }),
  puttingBack("a credential as it was before its change", "credentials", {
    of: id("web"),
    ends: ["alpha opens web"],
  }),
  puttingBack("a revoked credential opens again", "credentials", { of: id("revoked") }),
  ...copying("a credential is the other tenant's", "credentials", id("web")),
  editing("a session is of another key", "sessions", {
    of: tenant(0),
    to: (_body, attacker) => ({ key_hash: attacker.item("api_keys", '"operator"').body.hash }),
    ends: ["accepts session"],
  }),
  editing("a session lasts for ever", "sessions", {
    of: tenant(0),
    to: () => ({ expires_at: "2099-01-01T00:00:00.000Z" }),
    ends: ["accepts session"],
  }),
  ...copying("a session is the other tenant's", "sessions", tenant(0)),
  editing("a keyed call has another's result", "idempotent_calls", {
    of: tenant(0),
    to: (_body, attacker) => ({ ...attacker.item("idempotent_calls", tenant(1)(attacker)).body }),
    ends: ["alpha repeats"],
  }),
  ...copying("a keyed call is the other tenant's", "idempotent_calls", tenant(0)),
  ...copying("logged calls are the other tenant's", "call_blocks", tenant(0)),
  {
    name: "logged calls are of an account that a narrowed key may see",
    write: async (attacker) => {
      const credential = { id: attacker.stocked.ids.web, kind: "generic_api_key", label: "web" };
      for (const item of attacker.items("call_blocks")) {
        const calls = item.body.calls as object[];
        await attacker.edit(item, { calls: calls.map((call) => ({ ...call, credential })) });
      }
    },
    ends: ["narrow sees"],
  },
  {
    name: "logged calls were made by a narrowed key",
    write: async (attacker) => {
      const { key_id } = attacker.item("api_keys", '"narrow"').body;
      for (const item of attacker.items("call_blocks")) {
        const calls = item.body.calls as object[];
        await attacker.edit(item, {
          calls: calls.map((call) => ({ ...call, key_id, credential: undefined })),
        });
      }
    },
    ends: ["narrow sees"],
  },
  {
    name: "every signature is taken off",
    write: async (attacker) => {
      for (const item of attacker.now.values()) if ("mac" in item.body) await attacker.put(withoutMac(item));
    },
    ends: ["accepts", "link", "alpha approves", "POST"],
  },
  {
    name: "events go to the other tenant's receiver by their own words",
    write: async (attacker) => {
      for (const item of attacker.items("watch_events"))
        await attacker.edit(item, {
          url: OTHER_HOOK,
          delivery: { ...(item.body.delivery as object), url: OTHER_HOOK },
        });
    },
  },
];
