import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

let credentialId: string;

const api = startedForFile(startApi);

beforeAll(async () => {
  credentialId = await api.addCredential({ kind: "chatapp_bot", label: "team chat", token: sampleBotToken });
});

beforeEach(() => api.sandbox.chatapp.clear());

const setPolicy = (body: unknown) => api.call("PUT", "/api/v1/policy", { body });
const post = () =>
  api.call("POST", "/api/v1/tools/chatapp_post_channel", {
    body: { arguments: { channel: "C0GENERAL", text: "Hi" } },
  });

test("a write that was answered with a 5xx is not tried again where the policy says stop", async () => {
  await setPolicy({ writes_after_5xx: "stop" });
  api.sandbox.chatapp.script("", json({}, 500));
  const answer = await post();
  expect(answer.json).toMatchObject({
    ok: false,
    error_code: "transient",
    attempts: 1,
    outcome_unknown: true,
  });
  expect(api.sandbox.chatapp.requests).toHaveLength(1);
});

test("a 429 is waited for all the same: nothing was written", async () => {
  await setPolicy({ writes_after_5xx: "stop" });
  api.sandbox.chatapp.script("", json({}, 429, { "retry-after": "0" }));
  expect((await post()).json).toMatchObject({ ok: true, attempts: 2 });
});

test("a read is tried again all the same", async () => {
  await setPolicy({ writes_after_5xx: "stop" });
  api.sandbox.chatapp.script("", json({}, 500));
  const { json: answer } = await api.call("POST", `/api/v1/credentials/${credentialId}/test`);
  expect(answer).toMatchObject({ ok: true });
  expect(api.sandbox.chatapp.requests).toHaveLength(2);
});

test("without such a policy it is tried again", async () => {
  await setPolicy({ writes_after_5xx: "retry" });
  api.sandbox.chatapp.script("", json({}, 500));
  expect((await post()).json).toMatchObject({ ok: true, attempts: 2, possible_duplicate: true });
});
