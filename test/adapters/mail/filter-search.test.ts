import { parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import { describe, expect, test } from "vitest";
import { toComparableAddress } from "../../../packages/adapters/mail/filter/comparable-address.ts";
import {
  type MessageFacts,
  planSearch,
  type SearchAbilities,
} from "../../../packages/adapters/mail/filter/filter-search.ts";

const NOW = Date.parse("2026-03-31T12:30:00Z");
const NOTHING = { receivedAt: false, hasAttachment: false, addresses: false };
const PLAIN = { gmail: false, within: false };
const search = (query: string, abilities: SearchAbilities = PLAIN) =>
  planSearch(parseFilter(query, NOW, ["ada@example.com", "ada@old.example"]), abilities, NOW);

describe("what the server is asked", () => {
  test.each<[query: string, asked: object]>([
    ["in:INBOX", { all: true }],
    ["is:unread", { seen: false }],
    ["from:a from:b -cc:c", { from: "a", or: [{ from: "b", or: [{ not: { cc: "c" } }] }] }],
    ["message-id:<a@b>", { header: { "Message-ID": "<a@b>" } }],
    ["-larger:1K", { not: { larger: 1024 } }],
    ["newer_than:24h", { since: new Date("2026-03-29T12:30:00Z") }],
    ["older_than:7d", { before: new Date("2026-03-25T12:30:00Z") }],
    ["after:2030-01-01", { since: new Date("2026-03-30T12:30:00Z") }],
    // What no server could be asked is held against each message alone.
    ["older_than:1h", { all: true }],
    ["before:2030-01-01", { all: true }],
    ["after:1969-12-31", { all: true }],
    ["newer_than:99999y", { all: true }],
    ["older_than:99999y", { before: new Date("1970-01-03T00:00:00Z") }],
    ["has:attachment", { all: true }],
    ["from:Bob@Rig.test", { from: "bob@rig.test" }],
    ["to:@rig.test", { to: "@rig.test" }],
    // What the server leaves out is lost, and it knows parts of a header alone.
    ["-from:bob@rig.test", { all: true }],
    // An internationalised domain may stand in the header in either form.
    ["from:bob@bücher.example", { from: "bob@" }],
    ["from:bob@xn--bcher-kva.example", { from: "bob@" }],
    ["from:@bücher.example", { all: true }],
    ["from:böb@rig.test", { from: "@rig.test" }],
    ["from:me", { not: { not: { from: "ada@example.com" }, or: [{ not: { from: "ada@old.example" } }] } }],
  ])("%s", (query, asked) => {
    expect(search(query).query).toEqual(asked);
  });

  test("on a server with WITHIN, times almost to the second", () => {
    const within = { gmail: false, within: true };
    expect(search("newer_than:24h", within).query).toEqual({ since: new Date("2026-03-30T12:15:00Z") });
    expect(search("older_than:1h", within).query).toEqual({ before: new Date("2026-03-31T11:45:00Z") });
    expect(search("older_than:15h", within).keeps).toBeDefined();
    expect(search("before:2026-04-01", within).query).toEqual({ all: true });
  });

  test("on a server that knows attachments, it is asked for them", () => {
    const gmail = { gmail: true, within: false };
    expect(search("has:attachment", gmail)).toEqual({
      query: { gmraw: "has:attachment" },
      needs: NOTHING,
    });
    expect(search("-has:attachment", gmail).query).toEqual({ not: { gmraw: "has:attachment" } });
  });
});

describe("what is held against each message", () => {
  const message = (time: string, hasAttachment?: boolean) => ({
    ...unknown,
    receivedAt: Date.parse(time),
    hasAttachment,
  });
  const unknown: MessageFacts = { receivedAt: undefined, hasAttachment: undefined, addresses: undefined };

  test("nothing, where the server's word is exact", () => {
    expect(search("is:unread from:a larger:5M")).toEqual({ query: expect.anything(), needs: NOTHING });
  });

  test("the moment of a span", () => {
    const { keeps, needs } = search("newer_than:24h");
    expect(needs).toEqual({ ...NOTHING, receivedAt: true });
    expect(keeps?.(message("2026-03-30T12:30:00Z"))).toBe(true);
    expect(keeps?.(message("2026-03-30T12:29:59Z"))).toBe(false);
    expect(keeps?.(unknown)).toBe(false);
    expect(search("older_than:24h").keeps?.(message("2026-03-30T12:30:00Z"))).toBe(false);
    expect(search("older_than:24h").keeps?.(message("2026-03-30T12:29:59Z"))).toBe(true);
    expect(search("older_than:24h").keeps?.(unknown)).toBe(false);
  });

  test("attachments", () => {
    const { keeps, needs } = search("has:attachment");
    expect(needs).toEqual({ ...NOTHING, hasAttachment: true });
    expect([true, false, undefined].map((has) => keeps?.({ ...unknown, hasAttachment: has }))).toEqual([
      true,
      false,
      undefined,
    ]);
    const without = search("-has:attachment").keeps;
    expect([true, false, undefined].map((has) => without?.({ ...unknown, hasAttachment: has }))).toEqual([
      false,
      true,
      undefined,
    ]);
  });

  describe("the addresses of a header", () => {
    const from = (...addresses: string[]): MessageFacts => ({
      ...unknown,
      addresses: {
        from: addresses.flatMap((address) => toComparableAddress(address) ?? []),
        to: [],
        cc: [],
        bcc: [],
      },
    });
    const lookAlikes = [
      "notbob@rig.test",
      "bob@rig.test.evil.example",
      "bob@evil-rig.test",
      "bob@rig.test@evil.example",
      "bob@sub.rig.test",
      "bob@rig.test/evil.example",
      "bob@ｒｉｇ.test",
      "bob@rig.te\u00ADst",
      "bоb@rig.test",
    ];

    test.each(["bob@rig.test", "BOB@Rig.TEST", "<bob@RIG.test>"])("%s is compared whole", (value) => {
      const { keeps, needs } = search(`from:${value}`);
      expect(needs).toEqual({ ...NOTHING, addresses: true });
      for (const address of ["bob@rig.test", "Bob@RIG.test"]) expect(keeps?.(from(address))).toBe(true);
      expect(keeps?.(from("ada@x.example", "bob@rig.test"))).toBe(true);
      for (const address of lookAlikes) expect(keeps?.(from(address)), address).toBe(false);
      expect(keeps?.(from())).toBe(false);
      expect(keeps?.(unknown)).toBeUndefined();
    });

    test("negated, every other message stays, also one that cannot be read", () => {
      const { keeps } = search("-from:bob@rig.test");
      expect(keeps?.(from("Bob@rig.test"))).toBe(false);
      for (const address of lookAlikes) expect(keeps?.(from(address)), address).toBe(true);
      expect(keeps?.(from())).toBe(true);
      expect(keeps?.(unknown)).toBe(true);
    });

    test.each(["bücher.example", "BÜCHER.example", "xn--bcher-kva.example"])(
      "a domain in any form: %s",
      (domain) => {
        for (const query of [`from:bob@${domain}`, `from:@${domain}`]) {
          const { keeps } = search(query);
          for (const written of ["bob@bücher.example", "bob@Bücher.example", "bob@xn--bcher-kva.example"])
            expect(keeps?.(from(written)), written).toBe(true);
          expect(keeps?.(from("bob@bucher.example"))).toBe(false);
        }
      },
    );

    test("a whole domain, without its subdomains", () => {
      const { keeps } = search("from:@rig.test");
      expect(keeps?.(from("anyone@rig.test"))).toBe(true);
      for (const address of ["a@sub.rig.test", "a@notrig.test", "a@rig.test@evil.example"])
        expect(keeps?.(from(address)), address).toBe(false);
    });

    test("of the account itself", () => {
      const { keeps } = search("from:me");
      for (const address of ["Ada@example.com", "ada@old.example"]) expect(keeps?.(from(address))).toBe(true);
      for (const address of ["me@acme.example", "ada@example.com.evil.example"])
        expect(keeps?.(from(address))).toBe(false);
    });
  });
});
