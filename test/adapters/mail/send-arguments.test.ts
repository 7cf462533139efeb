import { describe, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startSmtpUnderTest } from "./smtp-under-test.ts";

const under = startedForFile(startSmtpUnderTest);

/** The call is refused for what it says, and the mail server never hears of it. */
async function expectRefusal(args: Record<string, unknown>, reason: string | RegExp): Promise<void> {
  const before = under.smtp.connections();
  const result = refused(await under.send(args));
  expect(result.error_code).toBe("validation");
  expect(result.refusal_reason).toMatch(reason);
  expect(under.smtp.connections()).toBe(before);
}

const many = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `p${from + i}@example.com`);

describe("what is no single address is refused, by name", () => {
  test.each([
    ["nothing", ""],
    ["a word", "not-an-address"],
    ["no domain", "ada@"],
    ["no local part", "@example.com"],
    ["a domain without a dot", "ada@localhost"],
    ["an address for a domain", "ada@[127.0.0.1]"],
    ["a bare address for a domain", "ada@127.0.0.1"],
    ["a number for a domain", "ada@0x7f.1"],
    ["two at signs", "ada@evil.example@example.com"],
    ["a list with a word", "ada@example.com, eve"],
    ["a list by line breaks", "ada@example.com\neve@example.com"],
    ["an address in the name", "ada@example.com <eve@example.com>"],
    ["two in angle brackets", "<ada@example.com><eve@example.com>"],
    ["angle brackets in angle brackets", "Ada <<ada@example.com>>"],
    ["a command slipped in", "b@x.io>\r\nRCPT TO:<c@x.io"],
    ["a line break in the name", "Ada\r\nBcc: eve@example.com <ada@example.com>"],
    ["a header slipped in by a named address", "Ada\nX-Evil: 1 <ada@example.com>"],
    ["a quoted local part", '"ada eve"@example.com'],
    ["a comment", "ada(eve)@example.com"],
    ["a group", "friends:ada@example.com;"],
    ["a space inside", "ada lovelace@example.com"],
    ["a local part that is not ASCII", "añada@example.com"],
    ["a dot at the local part's end", "ada.@example.com"],
    ["an empty label", "ada@example..com"],
    ["a label that begins with a hyphen", "ada@-example.com"],
    ["a path after the domain", "ada@example.com/evil"],
    ["a port after the domain", "ada@example.com:25"],
    ["a percent sign in the domain", "ada@exam%70le.com"],
    ["a local part that is too long", `${"a".repeat(65)}@example.com`],
    ["an address that is too long", `ada@${"abcdefgh.".repeat(30)}com`],
  ])("%s", (_what, address) =>
    expectRefusal({ to: ["grace@example.com", address] }, /to\.1: must be one e-mail address, such as/),
  );

  test.each(["cc", "bcc"])("in %s", (field) =>
    expectRefusal({ [field]: ["ada"] }, new RegExp(`${field}\\.0: must be one e-mail address`)),
  );

  test("in reply_to", () => expectRefusal({ reply_to: "a@x.io, b@x.io" }, /reply_to: must be one/));
});

test.each([
  "ada@example.com",
  "  ada@example.com ",
  "<ada@example.com>",
  "Ada Lovelace <ada@example.com>",
  '"Lovelace, Ada" <ada@example.com>',
  "o'neill+news_1@sub.example.co.uk",
  "Ada <ada@日本語.example>",
  `${"a".repeat(64)}@example.com`,
])("one address: %s", async (address) => {
  succeeded(await under.send({ to: [address] }));
});

describe("other arguments", () => {
  test.each<[what: string, args: Record<string, unknown>, reason: string | RegExp]>([
    [
      "too many in all",
      { to: many(60), cc: many(30, 60), bcc: many(11, 90) },
      "to, cc and bcc list 101 recipients; a message may have 100 in total.",
    ],
    ["no content", { text: undefined }, "text or html is required."],
    ["empty content", { text: "" }, "text or html is required."],
    ["text from a file", { text: { path: "/etc/passwd" } }, /text: must be of type string/],
    ["a subject of two lines", { subject: "Hello\r\nBcc: eve@example.com" }, /subject: must be one line/],
    ["an in_reply_to that is no Message-ID", { in_reply_to: "1234" }, /in_reply_to: must be a Message-ID/],
    ["two of them", { in_reply_to: "<a@x.io> <b@x.io>" }, /in_reply_to: must be a Message-ID/],
    [
      "a header slipped in by it",
      { in_reply_to: "<a@x.io>\r\nBcc: <eve@x.io>" },
      /in_reply_to: must be a Message-ID/,
    ],
    [
      "two URLs to leave a list by",
      { list_unsubscribe: "https://list.example/out>, <mailto:else@list.example" },
      /list_unsubscribe: must be one URL/,
    ],
    [
      "a URL that a header cannot hold",
      { list_unsubscribe: "https://list.example/ü" },
      /list_unsubscribe: must be one URL/,
    ],
    [
      "a script to leave a list by",
      { list_unsubscribe: "javascript:1" },
      /list_unsubscribe: must be an https or/,
    ],
    ["an unknown argument", { from: "eve@example.com" }, /from: is not a known field/],
  ])("%s", (_what, args, reason) => expectRefusal(args, reason));

  const file = { filename: "a.txt", content_base64: "QQ==" };
  test.each<[what: string, attachment: Record<string, unknown>, reason: RegExp]>([
    [
      "a path",
      { filename: "a.txt", path: "/etc/passwd" },
      /attachments\.0\.(path: is not|content_base64: is)/,
    ],
    ["a URL", { ...file, href: "http://169.254.169.254/" }, /attachments\.0\.href: is not a known field/],
    [
      "content that is not base64",
      { ...file, content_base64: "A" },
      /attachments\.0\.content_base64: must be base64/,
    ],
    ["no content", { ...file, content_base64: "" }, /attachments\.0\.content_base64: must have/],
    [
      "a name with a path",
      { ...file, filename: "../a.txt" },
      /attachments\.0\.filename: must be a file name/,
    ],
    ["a name of two lines", { ...file, filename: "a\r\nb" }, /attachments\.0\.filename: must be a file name/],
    [
      "a multipart",
      { ...file, content_type: "multipart/mixed" },
      /attachments\.0\.content_type: must be a media type/,
    ],
    ["a header", { ...file, content_type: "text/plain\r\nX: 1" }, /attachments\.0\.content_type: must be/],
  ])("an attachment with %s", (_what, attachment, reason) =>
    expectRefusal({ attachments: [attachment] }, reason),
  );
});

describe("a connection that does not say enough", () => {
  test.each<[what: string, credential: Record<string, unknown>, reason: string, nextStep: string]>([
    [
      "no user name",
      { kind: "mail_oauth_b", token: "some-token" },
      'The credential "no user name" has no metadata.username.',
      'Store the token of "no user name" again with metadata.username, or connect another account.',
    ],
    [
      "no server",
      { kind: "generic_api_key", token: "some-password", metadata: { username: "ada@example.com" } },
      'The credential "no server" has no metadata.smtp_host.',
      'Store the token of "no server" again with metadata.smtp_host, or connect another account.',
    ],
    [
      "no address to send from",
      { kind: "mail_oauth_b", token: "some-token", metadata: { username: "ada" } },
      "The credential has no e-mail address to send from.",
      "Set metadata.from_address to the mailbox's address, such as ada@example.com.",
    ],
  ])("%s", async (what, credential, refusal_reason, next_step) => {
    const credential_id = await under.connect({ label: what, ...credential });
    const before = under.smtp.connections();
    const result = refused(await under.send({ credential_id }));
    expect(result).toMatchObject({ error_code: "validation", refusal_reason, next_step });
    expect(under.smtp.connections()).toBe(before);
  });
});
