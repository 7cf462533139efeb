import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { expect, test, vi } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { failureOf } from "./model-under-test.ts";

/** The provider packages that were loaded, in order. */
const loaded = vi.hoisted((): string[] => []);
vi.mock("@ai-sdk/openai-compatible", (original) => {
  loaded.push("openai-compatible");
  return original();
});
vi.mock("@ai-sdk/anthropic", (original) => {
  loaded.push("anthropic");
  return original();
});
vi.mock("@ai-sdk/amazon-bedrock", (original) => {
  loaded.push("bedrock");
  return original();
});

const apiKey = new Secret("key-0123456789-of-the-model");
const baseUrl = "https://models.example/v1";
const http = {
  openStream: () => Promise.reject(new AdapterValidationError("Nothing leaves this test.")),
};

test.each(["openai-compatible", "anthropic", "bedrock"] as const)(
  "the package of %s, and no other, is loaded when the model is first asked",
  async (provider) => {
    const before = [...loaded];
    const ports = { http, clock: new ManualClock(), random: seededRandom("model") };
    const model = createModel({ provider, id: "m", baseUrl, apiKey }, ports);
    const turn = model.stream({
      system: "",
      messages: [{ role: "user", text: "Hello" }],
      tools: [],
      deadline: Deadline.in(60_000, ports.clock),
    });
    expect(loaded).toEqual(before);
    await failureOf(turn);
    expect(loaded).toEqual([...before, provider]);
  },
);
