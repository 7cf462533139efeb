import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const MESSAGE = "The stage's secrets cannot be read at the moment. Try again shortly.";
const throttled = () => Promise.reject(new ServiceError("unavailable", MESSAGE, { retryAfterSeconds: 2 }));

const api = startedForFile(() =>
  startApi({
    search: throttled,
    model: { provider: "openai-compatible", id: "m", baseUrl: "http://127.0.0.1:9/v1", apiKey: throttled },
  }),
);
const call = (path: string, body: object) => api.call("POST", `/api/v1/${path}`, { body });
const prompt = "Who founded the Wikimedia Foundation?";

test("a research that needs the search keys is refused with a time to come again", async () => {
  const answer = await call("autonomy/research/complete", { prompt });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(answer.json).toMatchObject({ error_code: "unavailable", detail: MESSAGE });
});

test("a run that needs the model's key is too", async () => {
  const messages = [{ role: "user", content: "Write a limerick about a teapot." }];
  const answer = await call("agent/stream", { messages });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
});

test("a tool call that needs them is a transient result", async () => {
  const answer = await call("tools/grounded_research", { arguments: { query: prompt } });
  expect(answer.json).toMatchObject({ ok: false, error_code: "transient", refusal_reason: MESSAGE });
});

test("a call that needs none is made", async () => {
  const answer = await call("tools/connections_list", { arguments: {} });
  expect(answer.json).toMatchObject({ ok: true });
});
