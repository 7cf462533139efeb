import { filterMailbox, parseFilter } from "@plumbline/adapters/mail/filter/parse-filter.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { describe, expect, test } from "vitest";
import type { FilterTerm } from "../../../packages/adapters/mail/filter/filter.ts";

const NOW = Date.parse("2026-03-31T12:30:00Z");
const at = (time: string) => Date.parse(time);
const text = (field: string, value: string, negated = false) => ({ type: "text", field, value, negated });
const address = (field: string, anyOf: string[], negated = false) => ({
  type: "address",
  field,
  anyOf,
  negated,
});
const OWN = ["ada@example.com", "ada@old.example"];
const flag = (name: string, set = true) => ({ type: "flag", flag: name, set });
const receivedSince = (time: string) => ({ type: "received", bound: "since", at: at(time) });
const receivedBefore = (time: string) => ({ type: "received", bound: "before", at: at(time) });
const size = (bound: string, bytes: number, negated = false) => ({ type: "size", bound, bytes, negated });

describe("every term", () => {
  test.each<[query: string, terms: object[]]>([
    ["is:unread", [flag("seen", false)]],
    ["is:read", [flag("seen")]],
    ["is:starred", [flag("flagged")]],
    ["is:flagged", [flag("flagged")]],
    ["is:answered", [flag("answered")]],
    ["is:draft", [flag("draft")]],
    ["-is:unread", [flag("seen")]],
    ["-is:starred", [flag("flagged", false)]],
    ["IS:Unread", [flag("seen", false)]],
    ["from:ada", [text("from", "ada")]],
    ["From:Ada@Example.com", [address("from", ["ada@example.com"])]],
    ["from:<ada@example.com>", [address("from", ["ada@example.com"])]],
    ["-to:ada@example.com", [address("to", ["ada@example.com"], true)]],
    ["cc:@Example.com", [address("cc", ["@example.com"])]],
    ["bcc:ada@BÜCHER.example", [address("bcc", ["ada@xn--bcher-kva.example"])]],
    ["from:root@[192.0.2.1]", [address("from", ["root@[192.0.2.1]"])]],
    ["from:me -to:ME", [address("from", OWN), address("to", OWN, true)]],
    ['cc:"me"', [address("cc", OWN)]],
    ["subject:me body:a@b", [text("subject", "me"), text("body", "a@b")]],
    ["ada@example.com me", [text("text", "ada@example.com"), text("text", "me")]],
    ["message-id:<a*b@c>", [text("message_id", "<a*b@c>")]],
    ["to:a cc:b bcc:c", [text("to", "a"), text("cc", "b"), text("bcc", "c")]],
    ['subject:"two words"', [text("subject", "two words")]],
    ["body:x", [text("body", "x")]],
    ["-from:bob", [text("from", "bob", true)]],
    ['-subject:"out of office"', [text("subject", "out of office", true)]],
    ["invoice", [text("text", "invoice")]],
    ['"a: b" -spam', [text("text", "a: b"), text("text", "spam", true)]],
    ["from:a from:b", [text("from", "a"), text("from", "b")]],
    ["subject:12:30", [text("subject", "12:30")]],
    ["12:30", [text("text", "12:30")]],
    ["message-id:<a@b>", [text("message_id", "<a@b>")]],
    ["subject:Grüße", [text("subject", "Grüße")]],
    ["newer_than:24h", [receivedSince("2026-03-30T12:30:00Z")]],
    ["newer_than:1d", [receivedSince("2026-03-30T12:30:00Z")]],
    ["newer_than:2w", [receivedSince("2026-03-17T12:30:00Z")]],
    ["newer_than:1m", [receivedSince("2026-02-28T12:30:00Z")]],
    ["newer_than:13m", [receivedSince("2025-02-28T12:30:00Z")]],
    ["newer_than:1Y", [receivedSince("2025-03-31T12:30:00Z")]],
    ["older_than:7d", [receivedBefore("2026-03-24T12:30:00Z")]],
    ["-newer_than:1d", [receivedBefore("2026-03-30T12:30:00Z")]],
    ["-older_than:1d", [receivedSince("2026-03-30T12:30:00Z")]],
    ["after:2026-01-31", [receivedSince("2026-01-31T00:00:00Z")]],
    ["since:2026/1/31", [receivedSince("2026-01-31T00:00:00Z")]],
    ["before:2024-02-29", [receivedBefore("2024-02-29T00:00:00Z")]],
    ["-before:2024-02-29", [receivedSince("2024-02-29T00:00:00Z")]],
    ["has:attachment", [{ type: "attachment", present: true }]],
    ["-has:attachment", [{ type: "attachment", present: false }]],
    ["larger:5M", [size("larger", 5_242_880)]],
    ["smaller:100kb -larger:2000", [size("smaller", 102_400), size("larger", 2000, true)]],
    ["larger:3G", [size("larger", 3_221_225_472)]],
    ["  is:read\tfrom:a  ", [flag("seen"), text("from", "a")]],
  ])("%s", (query, terms) => {
    expect(parseFilter(query, NOW, OWN)).toEqual({ terms: terms as FilterTerm[] });
  });
});

describe("the mailbox", () => {
  test.each<[query: string, argument: string | undefined, mailbox: string]>([
    ["is:unread", undefined, "INBOX"],
    ["is:unread", "inbox", "INBOX"],
    ["is:unread", "Archive", "Archive"],
    ['in:"Sent Items" is:unread', undefined, "Sent Items"],
    ["in:inbox", "INBOX", "INBOX"],
    ["in:Archive", "Archive", "Archive"],
  ])("%s with %s", (query, argument, mailbox) => {
    expect(filterMailbox(parseFilter(query, NOW), argument)).toBe(mailbox);
  });

  test("two that differ are refused", () => {
    const filter = parseFilter("in:Archive", NOW);
    expect(() => filterMailbox(filter, "Trash")).toThrow("query: the in: term and the mailbox argument");
  });
});

describe("refused, and why", () => {
  test.each<[query: string, message: string]>([
    ["", "query: is empty."],
    ["   ", "query: is empty."],
    ["frm:ada", "query: frm:ada at character 1 is not a known term."],
    ["is:unread label:x", "query: label:x at character 11 is not a known term."],
    ["Re: hello", "query: Re: at character 1 is not a known term."],
    ["https://example.com", "query: https://example.com at character 1 is not a known term."],
    ["is:new", "is not known; is: takes unread, read, starred, flagged, answered, draft."],
    ["is:", "query: is: at character 1 has no value."],
    ["from:", "query: from: at character 1 has no value."],
    ['from:"  "', "has no value."],
    ["from:\u200b\u00ad", "has no value."],
    ['""', "has no value."],
    ["-", "query: - at character 1 has no value."],
    ["--a", "has more than one minus."],
    ['subject:"two words', 'has an unclosed or misplaced quote; write "two words"'],
    ['sub"ject', "has an unclosed or misplaced quote"],
    ['"a"b', "has an unclosed or misplaced quote"],
    ["newer_than:24", "must give a span such as 24h, 7d, 2w, 3m (months) or 1y."],
    ["newer_than:0h", "must give a span"],
    ["newer_than:5min", "must give a span"],
    ["newer_than:-1d", "must give a span"],
    ["after:yesterday", "must give a day such as 2026-01-31 (UTC)."],
    ["after:2026-02-30", "must give a day"],
    ["after:2026-1/31", "must give a day"],
    ["before:31-01-2026", "must give a day"],
    ["has:link", "is not known; has: takes attachment."],
    ["larger:0", "must give a size of 1 to 4095M"],
    ["larger:5T", "must give a size"],
    ["larger:5G", "must give a size"],
    ["smaller:-1", "must give a size"],
    ["-in:Trash", "query: -in:Trash at character 1 cannot be negated"],
    ["in:a in:a", "query: in:a at character 6 is a second mailbox"],
    ["in:", "has no value."],
    ["from:a OR from:b", "query: OR at character 8 is an operator that this filter does not support"],
    ["from:(a b)", "is an operator"],
    ["{a b}", "is an operator"],
    ["from:\\Seen", "starts with a backslash"],
    ["from:a\r\nLOGOUT", "query: must not contain line breaks"],
    ["from:a\0", "query: must not contain"],
    ["from:\ud800", "query: must not contain"],
    [
      "from:*@example.com",
      "query: from:*@example.com at character 1 contains a *, but wildcards are not supported.",
    ],
    ["invoice*", "contains a *"],
    ['subject:"in*ce"', "contains a *"],
    ["-in:Arch*", "cannot be negated"],
    ["in:Arch*", "contains a *"],
    ["from:bob@", "query: from:bob@ at character 1 must give one e-mail address."],
    ["to:a@b@c", "must give one e-mail address."],
    ['from:"Bob <bob@example.com>"', "must give one e-mail address."],
    ["cc:a@b,c@d", "must give one e-mail address."],
    [
      "is:unread from:me",
      "query: from:me at character 11 means the account's own address, but the credential does not have one.",
    ],
    [`from:${"a".repeat(257)}`, "is longer than 256 characters."],
    ["a ".repeat(33), "query: has more than 32 terms."],
    ["a".repeat(1001), "query: must have at most 1000 characters."],
  ])("%j", (query, message) => {
    expect(() => parseFilter(query, NOW)).toThrow(AdapterValidationError);
    expect(() => parseFilter(query, NOW)).toThrow(message);
  });

  test("the refusal of an unknown term lists the known ones", () => {
    try {
      parseFilter("frm:ada", NOW);
      expect.fail("it was accepted");
    } catch (error) {
      if (!(error instanceof AdapterValidationError)) throw error;
      const known = "is:unread is:starred from: newer_than: has:attachment larger: in: message-id:".split(
        " ",
      );
      for (const token of known) expect(error.detail.nextStep).toContain(token);
    }
  });
});
