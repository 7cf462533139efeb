import {
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../../support/started.ts";
import { tenantCaller } from "../../../support/tenant-caller.ts";
import { startKeyedCalls, wordFor } from "./keyed-calls-under-test.ts";

const DAY_MS = 24 * 60 * 60_000;
const caller = tenantCaller("a");

const under = startedForEach(startKeyedCalls);
const request = (name = "enter", args: unknown = { line: "one" }) => ({ key: "k", name, arguments: args });

describe("a second call with the same key", () => {
  test.each(["enter", "enter_key", "enter_upsert", "look"])(
    "of %s gets the first result, in this process and in another, and does nothing",
    async (name) => {
      const calls = under.process();
      const first = await calls.call(caller, request(name));
      expect(first).toEqual({ result: expect.objectContaining({ ok: true, attempts: 1 }), replayed: false });
      for (const process of [calls, under.process()])
        expect(await process.call(caller, request(name))).toEqual({ result: first.result, replayed: true });
      expect(under.ledger.providerKeys).toHaveLength(1);
    },
  );

  test("is the same call whatever the order of the fields and the spelling of the tool", async () => {
    const calls = under.process();
    const entered = { line: "one", password: "sesame" };
    const again = { password: "sesame", line: "one" };
    expect(wordFor(await calls.call(caller, request("enter:other", entered)))).toBe("ok");
    expect(wordFor(await calls.call(caller, request("enter__other", again)))).toBe("ok replayed");
  });

  test.each([
    ["another argument", request("enter", { line: "two" })],
    ["an argument more", request("enter", { line: "one", password: "sesame" })],
    ["an argument of another type", request("enter", { line: 1 })],
    ["another tool", request("enter_key")],
  ])("but %s is a conflict, and no use in waiting", async (_what, other) => {
    const calls = under.process();
    await calls.call(caller, request());
    await expect(calls.call(caller, other)).rejects.toMatchObject({
      code: "conflict",
      retryAfterSeconds: undefined,
      message: expect.stringContaining("Use a new key"),
    });
    expect(under.ledger.providerKeys).toHaveLength(1);
  });

  test("of another tenant is a call of its own", async () => {
    const calls = under.process();
    await calls.call(caller, request());
    expect(wordFor(await calls.call(tenantCaller("b"), request("look")))).toBe("ok");
    expect(wordFor(await calls.call(caller, request()))).toBe("ok replayed");
  });

  test("is replayed for 24 h from the first result, then made anew", async () => {
    const calls = under.process();
    await calls.call(caller, request());
    under.clock.advance(DAY_MS - 1);
    expect(wordFor(await calls.call(caller, request()))).toBe("ok replayed");
    under.clock.advance(1);
    expect(wordFor(await calls.call(caller, request("enter_key", { line: "other" })))).toBe("ok");
    expect(new Set(under.ledger.providerKeys).size).toBe(2);
  });

  test("is logged, with nothing of the call in the line", async () => {
    const calls = under.process();
    await calls.call(caller, request());
    under.logged.length = 0;
    await calls.call(caller, request(), { requestId: "r2" });
    expect(under.logged).toEqual([
      {
        time: expect.any(String),
        level: "info",
        event: "tool_call_replayed",
        request_id: "r2",
        tenant_id: "a",
        tool: "enter",
        elapsed_ms: 0,
      },
    ]);
  });
});

describe("a failure", () => {
  test.each([
    ["validation", () => new AdapterValidationError("No such line.")],
    ["rate limit", () => new AdapterRateLimitedError("Slower.", { retryAfterSeconds: 3_600 })],
    ["transient", () => new AdapterTransientError("Down.", { permanent: true })],
  ])("(%s) frees its key, for any call", async (_name, error) => {
    const calls = under.process();
    under.ledger.script(() => Promise.reject(error()));
    expect(wordFor(await calls.call(caller, request()))).toBe("failed");
    expect(wordFor(await calls.call(caller, request("enter_key", { line: "other" })))).toBe("ok");
    expect(new Set(under.ledger.providerKeys).size).toBe(2);
  });

  const answered = (status: number) => () => Promise.reject(new AdapterTransientError(`${status}.`));
  const refused = () => Promise.reject(new AdapterValidationError("No such line."));

  test.each([
    ["with answers that may have followed a write", [504, 503, 503].map(answered)],
    ["with a refusal after such an answer", [answered(504), refused]],
  ])("of a write by key %s leaves its provider key to the same call alone", async (_what, acts) => {
    const calls = under.process();
    under.ledger.script(...acts);
    expect(wordFor(await calls.call(caller, request("enter_key")))).toBe("failed");
    await expect(calls.call(caller, request("enter"))).rejects.toMatchObject({ code: "conflict" });
    expect(wordFor(await under.process().call(caller, request("enter_key")))).toBe("ok");
    expect(under.ledger.providerKeys).toHaveLength(acts.length + 1);
    expect(new Set(under.ledger.providerKeys).size).toBe(1);
  });

  test("of a write by key that was refused at once frees its key", async () => {
    const calls = under.process();
    under.ledger.script(refused);
    expect(wordFor(await calls.call(caller, request("enter_key")))).toBe("failed");
    expect(wordFor(await calls.call(caller, request("enter")))).toBe("ok");
  });

  test("before the tool was asked frees its key too", async () => {
    const calls = under.process();
    expect(wordFor(await calls.call(caller, request("enter", { lime: "typo" })))).toBe("failed");
    expect(wordFor(await calls.call(caller, request()))).toBe("ok");
  });

  test.each(["enter_key", "enter_upsert"])(
    "of %s whose outcome is unknown is continued under the same key, as its next step says",
    async (name) => {
      const lost = () => Promise.reject(new AdapterTransientError("Lost.", { outcomeUnknown: true }));
      under.ledger.script(lost, lost, lost);
      const { result } = await under.process().call(caller, request(name));
      expect(result).toMatchObject({ outcome_unknown: true, next_step: expect.stringContaining("the same") });
      expect(wordFor(await under.process().call(caller, request(name)))).toBe("ok");
      expect(under.ledger.providerKeys).toHaveLength(4);
    },
  );

  test("whose outcome is unknown is replayed, and nothing is written again", async () => {
    const calls = under.process();
    under.ledger.script(() => Promise.reject(new AdapterTransientError("Lost.", { outcomeUnknown: true })));
    const first = await calls.call(caller, request());
    expect(first.result).toMatchObject({ ok: false, error_code: "transient", outcome_unknown: true });
    expect(await under.process().call(caller, request())).toEqual({ result: first.result, replayed: true });
    expect(under.ledger.providerKeys).toHaveLength(1);
  });
});

test("an unknown tool is not found, and its key stays free", async () => {
  const calls = under.process();
  await expect(calls.call(caller, request("nothing"))).rejects.toMatchObject({ code: "not_found" });
  expect(await under.stored()).toBe("[]");
});

describe("a large result", () => {
  const large = (text: string) => under.ledger.script(() => ({ id: "1", text }));
  /** Text that no compression makes smaller. */
  const noise = (bytes: number) => under.random.bytes(bytes).toString("base64");

  test("is replayed whole as long as it fits compressed", async () => {
    const calls = under.process();
    large(`${"the same again, ".repeat(80_000)}${noise(180_000)}`);
    const first = await calls.call(caller, request());
    expect(await calls.call(caller, request())).toEqual({ result: first.result, replayed: true });
  });

  test("of a read that does not fit is not kept: it is read again", async () => {
    const calls = under.process();
    large(noise(600_000));
    for (let turn = 0; turn < 2; turn++)
      expect(wordFor(await calls.call(caller, request("look")))).toBe("ok");
  });

  test("of a write that does not fit is replayed without its body, and not written again", async () => {
    const calls = under.process();
    large(noise(600_000));
    await calls.call(caller, request());
    const { result, replayed } = await calls.call(caller, request());
    expect(replayed).toBe(true);
    expect(result).toMatchObject({
      ok: true,
      tool: "enter",
      attempts: 1,
      result: { not_kept: expect.any(String) },
    });
    expect(under.ledger.providerKeys).toHaveLength(1);
  });
});

test("nothing of a call can be read in the table: not its key, its arguments, its result, nor a digest to guess them by", async () => {
  const { hashCall } = await import("@plumbline/core/dispatch/idempotency/call-seals.ts");
  const args = { line: "the board meets at nine", password: "sesame" };
  const calls = under.process();
  under.ledger.script(() => ({ id: "entry-4711" }));
  const secretive = { key: "order-of-mister-smith", name: "enter", arguments: args };
  await calls.call(caller, secretive);
  const stored = await under.stored();
  expect(stored).toContain("IDEM#");
  for (const secret of [secretive.key, args.line, args.password, "entry-4711", hashCall("enter", args)]) {
    for (const form of [
      secret,
      Buffer.from(secret).toString("base64url"),
      Buffer.from(secret).toString("hex"),
    ])
      expect(stored).not.toContain(form);
  }
});
