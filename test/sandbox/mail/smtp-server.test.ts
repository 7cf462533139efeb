import type { DeliveredMail } from "@plumbline/sandbox/mail/smtp-behaviour.ts";
import { afterDelivery, smtpClose, smtpReplies } from "@plumbline/sandbox/mail/smtp-failures.ts";
import { type SmtpServer, sampleSmtpLogin, startSmtpServer } from "@plumbline/sandbox/mail/smtp-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { createTransport } from "nodemailer";
import { afterEach, describe, expect, test } from "vitest";

let server: SmtpServer;

afterEach(() => server.close());

const { user, password, token } = sampleSmtpLogin;
const message = { from: user, to: ["grace@example.com"], subject: "Hello", text: ".Hello\r\n..\r\n" };

/** An ordinary client of the server, nodemailer's own transport. */
function client(auth: object = { user, pass: password }, secure = false) {
  const tls = { ca: sandboxCertificate().cert };
  return createTransport({ host: server.host, port: server.port, secure, requireTLS: !secure, auth, tls });
}

describe("an ordinary client", () => {
  test.each([
    ["a password, STARTTLS", { user, pass: password }, false],
    ["a password, TLS from the first byte", { user, pass: password }, true],
    ["a token, STARTTLS", { type: "OAuth2", user, accessToken: token }, false],
  ])("sends with %s", async (_what, auth, implicitTls) => {
    const handedOn: DeliveredMail[] = [];
    server = await startSmtpServer({ implicitTls, onDelivered: (mail) => handedOn.push(mail) });
    const info = await client(auth, implicitTls).sendMail(message);
    expect(info).toMatchObject({ accepted: ["grace@example.com"], rejected: [] });
    expect(server.delivered).toMatchObject([{ from: user, to: ["grace@example.com"] }]);
    expect(server.delivered[0]?.raw).toMatch(/\r\n\r\n\.Hello\r\n\.\.\r\n/);
    expect(handedOn).toEqual(server.delivered);
  });

  test.each([
    ["a wrong password", { user, pass: "wrong" }],
    ["a wrong token", { type: "OAuth2", user, accessToken: "wrong" }],
  ])("is turned away with %s", async (_what, auth) => {
    server = await startSmtpServer();
    await expect(client(auth).sendMail(message)).rejects.toMatchObject({ code: "EAUTH", responseCode: 535 });
    expect(server.delivered).toEqual([]);
  });

  test("learns which recipients do not exist", async () => {
    server = await startSmtpServer();
    const to = ["grace@example.com", "nobody@example.com"];
    const info = await client().sendMail({ ...message, to });
    expect(info).toMatchObject({ accepted: ["grace@example.com"], rejected: ["nobody@example.com"] });
  });

  test("is held to the announced size", async () => {
    server = await startSmtpServer({ behaviour: { maxSize: 100 } });
    await expect(client().sendMail(message)).rejects.toMatchObject({ code: "EMESSAGE" });
  });
});

describe("a script", () => {
  test("answers once, then the server answers as usual again", async () => {
    server = await startSmtpServer();
    server.script("rcpt", smtpReplies.noSuchUser);
    await expect(client().sendMail(message)).rejects.toMatchObject({ responseCode: 550 });
    await client().sendMail(message);
    expect(server.delivered).toHaveLength(1);
  });

  test("stands for as long as it is wanted", async () => {
    server = await startSmtpServer();
    server.scriptAlways("mail", smtpReplies.localError);
    for (const _attempt of [1, 2])
      await expect(client().sendMail(message)).rejects.toMatchObject({ responseCode: 451 });
    expect(server.delivered).toEqual([]);
  });

  test("can lose the answer to a message that was delivered", async () => {
    server = await startSmtpServer();
    server.script("dot", afterDelivery(smtpClose));
    await expect(client().sendMail(message)).rejects.toMatchObject({ code: "ECONNECTION" });
    expect(server.delivered).toHaveLength(1);
  });
});

test("nothing is said of a secret", async () => {
  server = await startSmtpServer();
  await client().sendMail(message);
  expect(server.commands).toContain("AUTH PLAIN");
  expect(server.commands.join()).not.toContain(Buffer.from(`\0${user}\0${password}`).toString("base64"));
});
