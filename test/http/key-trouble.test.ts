import { KeyServiceBusyError, KeyUnavailableError } from "@plumbline/core/credentials/vault/key-service.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiUnderTest, startApi } from "./api-under-test.ts";

let api: ApiUnderTest;
let trouble: Error | undefined;

beforeAll(async () => {
  const refuse = async () => {
    if (trouble) throw trouble;
  };
  api = await startApi({
    wrapKeyService: (keys) => ({
      generateDataKey: async (context) => (await refuse()) ?? keys.generateDataKey(context),
      unwrapDataKey: async (wrapped, context) => (await refuse()) ?? keys.unwrapDataKey(wrapped, context),
    }),
  });
});

afterAll(() => api.close());

test.each([
  [
    new KeyUnavailableError("The key service refuses alias/own: NotFoundException."),
    409,
    "conflict",
    "alias/own",
  ],
  [new KeyServiceBusyError("The key service cannot answer."), 503, "unavailable", "Try again shortly"],
])(
  "the refusal says what the key service says, and nothing is stored: %s",
  async (error, status, code, told) => {
    trouble = error;
    const body = { kind: "chatapp_bot", label: `team ${code}`, token: "xoxb-a-token" };
    const refused = await api.call("POST", "/api/v1/credentials", { body });
    expect([refused.status, refused.json.error_code]).toEqual([status, code]);
    expect(refused.json.detail).toContain(told);
    expect((await api.call("GET", "/api/v1/credentials")).json.items).toEqual([]);
  },
);
