import { expect, test } from "vitest";
import { createStreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import { CALLBACK, startConnect } from "../connections/connect/connect-under-test.ts";
import { startedForFile } from "../support/started.ts";
import { fakeLambda, invoke } from "./fake-lambda.ts";

const under = startedForFile(startConnect);

test("behind API Gateway a connect's cookie goes out, comes back, and is demanded", async () => {
  const app = { fetch: (request: Request) => under.fetch(request, { baseUrl: new URL(CALLBACK).origin }) };
  const logger = { log: () => undefined };
  const handler = createStreamingHandler({ app: () => app, logger, runtime: fakeLambda });
  const { json } = await under.start("chatapp_bot", { label: "team" });
  const { pathname: path } = new URL(String(json.authorization_url));
  const pressed = await invoke(handler, { method: "POST", path, body: "" });
  expect(pressed.metadata.statusCode).toBe(303);
  const [cookie = ""] = pressed.metadata.multiValueHeaders["set-cookie"] ?? [];
  expect(cookie).toMatch(/^__Host-plumbline_connect_.+; HttpOnly; Secure; SameSite=Lax$/);

  const provider = pressed.metadata.headers.location ?? "";
  const back = new URL((await under.browser().go(provider, { stop: CALLBACK })).url);
  const query = Object.fromEntries([...back.searchParams].map(([name, value]) => [name, [value]]));
  const elsewhere = await invoke(handler, { path: back.pathname, query });
  expect([elsewhere.metadata.statusCode, elsewhere.body]).toEqual([
    403,
    expect.stringContaining("This sign-in was started in another browser"),
  ]);
  const [pair = ""] = cookie.split(";");
  // HTTP/2 may send each cookie in a field of its own (RFC 9113, 8.2.3).
  const headers = { Cookie: ["first=1", pair, "last=1"] };
  const ended = await invoke(handler, { path: back.pathname, query, headers });
  expect([ended.metadata.statusCode, ended.body]).toEqual([200, expect.stringContaining("is connected")]);
  expect(ended.metadata.headers["x-content-type-options"]).toBe("nosniff");
});
