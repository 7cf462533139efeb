import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { readAnswer, startApi } from "./api-under-test.ts";

const BYTES = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 256));

const api = startedForFile(() =>
  startApi(({ imap }) => {
    const server = { host: imap.host, port: imap.port };
    return {
      endpoints: { mail_oauth_a: { smtp: server, imap: server } },
      egressAllow: "127.0.0.1",
      extraCertificates: sandboxCertificate().cert,
    };
  }),
);
let credential: unknown;

beforeAll(async () => {
  const { inbox } = api.sandbox.imap;
  inbox.recreate();
  inbox.add({
    messageId: "<a/b@example.com>",
    text: "Here it is.",
    attachments: [{ filename: "Größe (1).bin", contentType: "application/x-any", content: BYTES }],
  });
  const body = {
    kind: "mail_oauth_a",
    label: "inbox",
    token: sampleMailToken,
    metadata: { username: sampleMailUser },
  };
  credential = (await api.call("POST", "/api/v1/credentials", { body })).json.id;
});

const path = (query: Record<string, string>, id = credential) =>
  `/api/v1/credentials/${id}/mail/part?${new URLSearchParams(query)}`;

test("the bytes of a part are answered as they were before they were encoded", async () => {
  for (const message of ["1", "<a/b@example.com>"]) {
    const answer = await api.fetch(api.request("GET", path({ message, part: "2" })));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29.bin",
    );
    expect(BYTES.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  }
});

test("what is not there is not found", async () => {
  const asked: [Record<string, string>, string][] = [
    [{ message: "1", part: "3" }, "The mail has no part 3."],
    [{ message: "9", part: "1" }, "There is no mail 9 in INBOX."],
  ];
  for (const [query, detail] of asked)
    expect(await api.call("GET", path(query))).toMatchObject({ status: 404, json: { detail } });
  const body = { kind: "chatapp_bot", label: "chat", token: "xoxb-1" };
  const { id } = (await api.call("POST", "/api/v1/credentials", { body })).json;
  const answer = await api.call("GET", path({ message: "1", part: "2" }, id));
  expect(answer).toMatchObject({
    status: 404,
    json: { detail: "The credential does not give access to a mailbox." },
  });
});

test("whoever may not read mail may not read its files", async () => {
  const body = { ttl_seconds: 600, tools: ["connections_list"] };
  const { session_token } = (await api.call("POST", "/api/v1/sessions", { body })).json;
  const request = api.request("GET", path({ message: "1", part: "2" }), { key: String(session_token) });
  expect(await readAnswer(await api.fetch(request))).toMatchObject({
    status: 403,
    json: { detail: "This key may not use email_get." },
  });
});
