import { json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { trackerRateLimited } from "@plumbline/sandbox/tracker/failures.ts";
import { sampleReadOnlyToken } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startTrackerUnderTest, type TrackerUnderTest } from "./tracker-under-test.ts";

let under: TrackerUnderTest;

beforeEach(async () => {
  under = await startTrackerUnderTest();
});

afterEach(() => under.close());

test("tells whose the token is, in one request that changes nothing", async () => {
  expect(await under.testCredential(under.credentialId)).toMatchObject({
    ok: true,
    result: { account: "Ada @ sandbox" },
    attempts: 1,
  });
  expect(under.tracker.requests).toHaveLength(1);
});

test("an OAuth token with the right form", async () => {
  const id = await under.connectToken(sampleReadOnlyToken, { auth_form: "bearer" });
  expect(await under.testCredential(id)).toMatchObject({ ok: true, result: { account: "Grace @ sandbox" } });
});

test.each([
  [
    "without a name",
    { viewer: { id: "u1", name: "", email: "a@b.c" }, organization: { urlKey: "x" } },
    "a@b.c @ x",
  ],
  ["without a workspace", { viewer: { id: "u1", name: "Ada" }, organization: null }, "Ada"],
  ["with an id alone", { viewer: { id: "u1" } }, "u1"],
])("an answer %s is still a good token", async (_what, data, account) => {
  under.tracker.script("", json({ data }));
  expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, result: { account } });
});

test("a token the provider does not know", async () => {
  const id = await under.connectToken("lin_api_nobodysnobodys");
  expect(refused(await under.testCredential(id))).toMatchObject({
    error_code: "authentication",
    attempts: 1,
  });
  const record = await under.service.credentials.get(under.caller.tenantId, id);
  expect(record.last_error).toMatchObject({ error_code: "authentication" });
});

test("the refusal says that the form is the wrong one", async () => {
  const id = await under.connectToken("lin_api_sandboxsandbox", { auth_form: "bearer" });
  expect(refused(await under.testCredential(id))).toMatchObject({
    error_code: "authentication",
    next_step: advisedWith(
      "The token is a personal API key: take auth_form out of the connection's metadata.",
    ),
  });
});

test("is a read: tried again when its answer is lost", async () => {
  under.tracker.script("", resetAfterReading(), trackerRateLimited());
  expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, attempts: 3 });
});
