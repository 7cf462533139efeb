import type { Attacker } from "./attacker.ts";
import type { NamedAttack } from "./named-attacks.ts";
import type { OwnedItem } from "./owned-table.ts";

/** Further attacks, made of several writes each or aimed at what no signature covers. */

const evil = "https://evil.example/hook";
const later = "2099-01-01T00:00:00.000Z";
// biome-ignore lint/suspicious/noExplicitAny: an attacker knows no types.
type Body = any;

/** Edits all records of a kind, or those with a text. */
function all(
  name: string,
  kind: string,
  to: (body: Body, attacker: Attacker) => Record<string, unknown>,
  { of = () => undefined, ends = [] }: { of?: (a: Attacker) => string | undefined; ends?: string[] } = {},
): NamedAttack {
  const write = async (attacker: Attacker) => {
    const text = of(attacker);
    const items = attacker.items(kind).filter((item) => !text || JSON.stringify(item).includes(text));
    for (const item of items) await attacker.edit(item, to(item.body, attacker));
  };
  return { name, write, ends };
}

/** All that was ever stored of a kind with a text, the newest first, each at its place. */
function everSeen(attacker: Attacker, kind: string, text: string): OwnedItem[] {
  return attacker.earlier(kind, text).toReversed();
}

/** Two records of one key, the signed part of one with another's unsigned rest. */
const merged = (one: OwnedItem, other: OwnedItem, fields: readonly string[]): OwnedItem => ({
  ...one,
  body: { ...one.body, ...Object.fromEntries(fields.map((field) => [field, other.body[field]])) },
});

const ids = (attacker: Attacker) => attacker.stocked.ids as Record<string, string>;
const tenants = (attacker: Attacker) => attacker.stocked.tenants.map(({ caller }) => caller.tenantId);

export const SCHEMES: readonly NamedAttack[] = [
  // Credentials.
  all("a credential's lease has its end in the far future", "credentials", () => ({
    lease_holder: "attacker",
    lease_until: later,
  })),
  all(
    "a credential's last error tells people what the attacker wants",
    "credentials",
    () => ({
      last_error: { error_code: "authentication", message: "Sign in at https://evil.example", at: later },
    }),
    { ends: ["alpha opens web", "alpha opens bot"] },
  ),
  {
    name: "the token of an earlier version is in the record of now",
    async write(attacker) {
      const now = attacker.item("credentials", ids(attacker).web);
      for (const before of everSeen(attacker, "credentials", ids(attacker).web ?? ""))
        await attacker.put(merged(now, before, ["token_cipher"]));
    },
    ends: ["alpha opens web"],
  },
  {
    name: "the record of before has the number of now",
    async write(attacker) {
      const now = attacker.item("credentials", ids(attacker).web);
      for (const before of everSeen(attacker, "credentials", ids(attacker).web ?? ""))
        await attacker.put(merged(before, now, ["version", "mac"]));
    },
    ends: ["alpha opens web"],
  },
  {
    name: "two credentials of one kind have each other's tokens",
    async write(attacker) {
      const [one, other] = [ids(attacker).web, ids(attacker).otherWeb].map((id) =>
        attacker.item("credentials", id),
      );
      if (!one || !other) throw new Error("There are two.");
      await attacker.put(merged(one, other, ["token_cipher", "metadata"]));
      await attacker.put(merged(other, one, ["token_cipher", "metadata"]));
    },
    ends: ["alpha opens web", "beta opens otherWeb"],
  },
  all("a revoked credential is not marked as revoked", "credentials", () => ({ revoked_at: null }), {
    of: (a) => ids(a).revoked,
  }),
  // Claims of labels: items of their own on DynamoDB alone.
  all("every claim of a label is of the first credential", "label_claims", (_b, a) => ({
    credential_id: ids(a).web,
    "#label": "same",
  })),
  // Tenants and keys.
  all("no tenant was deleted", "tenants", () => ({ deleted_at: null, "#deleted": 0 })),
  all("all keys are listed as the other tenant's", "api_keys", (_b, a) => ({ "#owner": tenants(a)[1] })),
  all("all keys are the operator's, with its signature", "api_keys", (body, a) => ({
    ...a.item("api_keys", '"operator"').body,
    hash: body.hash,
  })),
  all("a narrowed key has no list of credentials", "api_keys", () => ({ allowed_credentials: undefined }), {
    of: () => '"narrow"',
    ends: ["narrow sees"],
  }),
  {
    name: "a rotated key and its successor have changed places",
    async write(attacker) {
      const [old, next] = attacker.items("api_keys").filter(({ body }) => body.name === "rotated");
      if (!old || !next) throw new Error("There are two.");
      await attacker.put({ ...old, body: next.body });
      await attacker.put({ ...next, body: old.body });
    },
  },
  // Sessions.
  all("a session has no origin and every tool", "sessions", () => ({
    origin: undefined,
    tools: undefined,
    credential_ids: undefined,
  })),
  {
    name: "a session of the attacker's choice has another's record",
    async write(attacker) {
      const [one, other] = attacker.items("sessions");
      if (!one || !other) throw new Error("There are two.");
      await attacker.put({ ...one, body: { ...other.body, hash: one.body.hash } });
      await attacker.put({ ...other, body: { ...one.body, hash: other.body.hash } });
    },
    ends: ["accepts session", "accepts otherSession"],
  },
  // Watches, states, events, subscriptions, the wheel.
  {
    name: "a paused watch stands in a slot again",
    async write(attacker) {
      for (const item of everSeen(attacker, "watches", ids(attacker).paused ?? "")) {
        const { "#slot": slot, "#position": position } = item.body;
        await attacker.edit(attacker.item("watches", ids(attacker).paused), {
          "#slot": slot,
          "#position": position,
        });
      }
      for (const moment of attacker.stocked.moments)
        for (const item of moment.values())
          if (item.place.startsWith('["SLOT#') && JSON.stringify(item).includes(ids(attacker).paused ?? ""))
            await attacker.put(item);
    },
  },
  {
    name: "every slot names every watch",
    async write(attacker) {
      const slots = [...attacker.now.values()].filter(({ place }) => place.startsWith('["SLOT#'));
      for (const slot of slots)
        for (const id of Object.values(ids(attacker)))
          await attacker.put({ ...slot, body: { ...slot.body, watch_id: id } });
    },
  },
  all("a watch has the state of another tenant's by its own name", "watch_states", (body, a) => ({
    ...a.item("watch_states", ids(a).others).body,
    tenant_id: body.tenant_id,
    watch_id: body.watch_id,
  })),
  all("a watch has seen nothing yet", "watch_states", () => ({ cursor: null, next_sequence: 1 }), {
    ends: ["POST"],
  }),
  {
    name: "an inbox watch has the cursor of a feed",
    async write(attacker) {
      const { cursor } = attacker.item("watch_states", ids(attacker).feed).body;
      await attacker.edit(attacker.item("watch_states", ids(attacker).inbox), { cursor });
    },
    ends: ["POST https://hooks.example/mail"],
  },
  all("a watch's policy of delivery was never stopped", "watches", ({ delivery }) => ({
    delivery: delivery && { ...delivery, stopped_at: null, held_until: null },
    ordered: false,
  })),
  all("an event's delivery goes to the attacker", "watch_events", ({ delivery }) => ({
    delivery: {
      ...delivery,
      url: evil,
      deliver_to: evil,
      due_at: "2035-01-01T00:00:00.000Z",
      status: "waiting",
    },
    "#due_at": "2035-01-01T00:00:00.000Z",
  })),
  {
    name: "an event is copied behind the last, and says so",
    async write(attacker) {
      const events = attacker
        .items("watch_events")
        .filter((e) => JSON.stringify(e).includes(ids(attacker).inbox ?? ""));
      for (const event of events)
        await attacker.move(
          event,
          [
            ["000000001", "000000009"],
            ['"sequence":1', '"sequence":9'],
          ],
          "both",
        );
    },
  },
  {
    name: "an event has the seal of another event of its watch",
    async write(attacker) {
      const [one, other] = attacker
        .items("watch_events")
        .filter((e) => JSON.stringify(e).includes(ids(attacker).feed ?? ""));
      if (!one || !other) throw new Error("There are two.");
      await attacker.put(merged(one, other, ["content_cipher"]));
      await attacker.put(merged(other, one, ["content_cipher"]));
    },
  },
  all("a subscription names a deleted watch", "subscriptions", (_b, a) => ({ watch_id: ids(a).deleted })),
  // Approvals.
  {
    name: "an approval has the status and signature of one that was approved",
    async write(attacker) {
      const { waiting, approved, denied } = attacker.stocked.approvals;
      const done = attacker.item("approvals", approved);
      for (const id of [waiting, denied])
        await attacker.put(
          merged(attacker.item("approvals", id), done, ["status", "mac", "version", "revision"]),
        );
    },
    ends: ["alpha approves waiting"],
  },
  {
    name: "an approval that was denied has the number of now in its record of before",
    async write(attacker) {
      const now = attacker.item("approvals", attacker.stocked.approvals.denied);
      for (const before of everSeen(attacker, "approvals", attacker.stocked.approvals.denied))
        await attacker.put(merged(before, now, ["version"]));
    },
  },
  {
    name: "an approval shows another's summary",
    async write(attacker) {
      const { waiting, others } = attacker.stocked.approvals;
      await attacker.put(
        merged(attacker.item("approvals", waiting), attacker.item("approvals", others), ["summary_cipher"]),
      );
    },
    ends: ["alpha approves waiting"],
  },
  {
    name: "the call of an approval is its result",
    async write(attacker) {
      const { approved } = attacker.stocked.approvals;
      const texts = attacker.items("approval_texts").filter((t) => JSON.stringify(t).includes(approved));
      for (const one of texts)
        for (const other of texts) await attacker.put({ ...one, body: { ...other.body } });
    },
  },
  all("a link is of another provider", "pending_connects", () => ({ kind: "chatapp_bot" }), {
    ends: ["link"],
  }),
  all(
    "an authorization has no browser and another address",
    "pending_connects",
    () => ({
      authorization: { link_id: null, browser_hash: null, redirect_uri: evil, verifier_cipher: null },
    }),
    { ends: ["link"] },
  ),
  // Keyed calls.
  {
    name: "a keyed call is as it was while it was on its way",
    async write(attacker) {
      for (const tenant of tenants(attacker))
        for (const item of everSeen(attacker, "idempotent_calls", tenant)) await attacker.put(item);
    },
  },
  all("a block has calls of another block", "call_blocks", (_b, a) => ({
    calls: a.items("call_blocks").flatMap(({ body }) => body.calls as object[]),
  })),
  // What JSON is not.
  all("every part inherits what the attacker wants", "credentials", ({ metadata }) => ({
    metadata: JSON.parse(
      `{"__proto__":{"allowed_hosts":["https://evil.example"]},${JSON.stringify({ ...metadata, z: 0 })
        .slice(1)
        .replace(/,?"z":0/, "")}`.replace(",}", "}"),
    ),
  })),
  // All at once.
  {
    name: "every record has the body of the next of its kind",
    async write(attacker) {
      const kinds = new Map<string, OwnedItem[]>();
      for (const item of attacker.now.values()) {
        const kind = item.place.replace(/[\da-f]{8}-[\da-f-]{27}|[\da-f]{64}/g, "").slice(0, 24);
        kinds.set(kind, [...(kinds.get(kind) ?? []), item]);
      }
      for (const items of kinds.values())
        for (const [at, item] of items.entries())
          await attacker.put({ ...item, body: items[(at + 1) % items.length]?.body ?? {} });
    },
  },
  {
    name: "the whole table is that of each moment before",
    async write(attacker) {
      for (const moment of attacker.stocked.moments.slice(0, -1))
        for (const item of moment.values()) await attacker.put(item);
    },
  },
  {
    name: "everything that ever was is there, unsigned",
    async write(attacker) {
      for (const moment of attacker.stocked.moments)
        for (const { place, body } of moment.values()) {
          const { mac: _mac, version: _version, ...rest } = body;
          await attacker.put({ place, body: rest });
        }
    },
    ends: ["accepts", "link", "alpha approves", "POST"],
  },
];
