import { expect, test, vi } from "vitest";

const loaded = vi.hoisted((): string[] => []);

/** Each takes a library's place and tells when it is first imported. */
vi.mock("nodemailer/lib/smtp-connection", () => {
  loaded.push("smtp-connection");
  return { default: class {} };
});
vi.mock("nodemailer/lib/mail-composer", () => {
  loaded.push("mail-composer");
  return { default: class {} };
});
vi.mock("imapflow", () => {
  loaded.push("imapflow");
  return { ImapFlow: class {} };
});

test("the mail libraries are not loaded until mail is sent or searched", async () => {
  await import("@plumbline/adapters/adapters.ts");
  expect(loaded).toEqual([]);
  await import("../../../packages/adapters/mail/smtp/send-mail.ts");
  await import("@plumbline/adapters/mail/imap/search-inbox.ts");
  expect(loaded.sort()).toEqual(["imapflow", "mail-composer", "smtp-connection"]);
});
