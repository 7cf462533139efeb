import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { KeyServiceBusyError } from "@plumbline/core/credentials/vault/key-service.ts";
import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../../support/started.ts";
import { storeWith } from "../../../support/store-with.ts";
import { tenantCaller } from "../../../support/tenant-caller.ts";
import { startKeyedCalls, wordFor } from "./keyed-calls-under-test.ts";

const DEADLINE_MS = 60_000;
const MARGIN_MS = 30_000;
const DAY_MS = 24 * 60 * 60_000;
const caller = tenantCaller("a");

const under = startedForEach(startKeyedCalls);

const request = (name = "enter") => ({ key: "k", name, arguments: { line: "one" } });
const call = (name?: string, calls = under.process()) =>
  calls.call(caller, request(name), { deadline: Deadline.in(DEADLINE_MS, under.clock) });
const down = () => Promise.reject(new ServiceError("unavailable", "The store does not respond."));

/** Starts a call and waits until its tool runs. The tool does not end before the test ends it. */
async function startCall(name?: string) {
  let end: (result: Record<string, unknown>) => void = () => undefined;
  let answer: ReturnType<typeof call> | undefined;
  await new Promise<void>((asked) => {
    under.ledger.script(() => {
      asked();
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    answer = call(name);
  });
  return { answer: answer!, end };
}

describe("while the first call is in flight", () => {
  test("a second is a conflict that tells when to ask again, and does nothing", async () => {
    const first = await startCall();
    await expect(call()).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: 5 });
    under.clock.advance(DEADLINE_MS + MARGIN_MS - 1_500);
    await expect(call()).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: 2 });
    first.end({ id: "1" });
    expect(wordFor(await first.answer)).toBe("ok");
    expect(wordFor(await call())).toBe("ok replayed");
    expect(under.ledger.providerKeys).toHaveLength(1);
  });

  test("another call with its key is refused at once", async () => {
    const first = await startCall();
    await expect(call("look")).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: undefined });
    first.end({ id: "1" });
    await first.answer;
  });
});

describe("when the first call's process died", () => {
  const crash = async (name: string) => {
    await startCall(name);
    under.clock.advance(DEADLINE_MS + MARGIN_MS);
  };

  test("a write that nothing makes safe is never made again: its outcome is unknown, for 24 h", async () => {
    await crash("enter");
    const { result, replayed } = await call();
    expect(result).toEqual({
      ok: false,
      tool: "enter",
      refusal_reason: expect.stringContaining("interrupted"),
      error_code: "transient",
      next_step: expect.stringContaining("check at the provider"),
      outcome_unknown: true,
      attempts: 0,
      elapsed_ms: 0,
    });
    expect(replayed).toBe(true);
    under.clock.advance(DAY_MS - 1);
    expect(await call()).toEqual({ result, replayed: true });
    expect(under.ledger.providerKeys).toHaveLength(1);
    const warnings = under.logged.filter(({ event }) => event === "idempotent_call_given_up");
    expect(warnings).toMatchObject([{ level: "warn", tenant_id: "a", tool: "enter", outcome_unknown: true }]);
    under.clock.advance(1);
    expect(wordFor(await call())).toBe("ok");
  });

  test("a write whose key nobody asked for again is unknown as long", async () => {
    await crash("enter");
    under.clock.advance(DAY_MS - 1);
    expect(wordFor(await call())).toBe("unknown replayed");
  });

  test.each(["enter_key", "enter_upsert", "look"])(
    "%s runs once more, with the provider key of the first",
    async (name) => {
      await crash(name);
      expect(wordFor(await call(name))).toBe("ok");
      expect(wordFor(await call(name))).toBe("ok replayed");
      const [first, second, ...others] = under.ledger.providerKeys;
      expect(second).toBe(first);
      expect(others).toEqual([]);
    },
  );

  test("a write by key that then fails leaves its provider key to the next, not to another call", async () => {
    await crash("enter_key");
    under.ledger.script(() => Promise.reject(new AdapterAuthError("Revoked.")));
    expect(wordFor(await call("enter_key"))).toBe("failed");
    await expect(call("enter")).rejects.toMatchObject({ code: "conflict" });
    expect(wordFor(await call("enter_key"))).toBe("ok");
    expect(new Set(under.ledger.providerKeys).size).toBe(1);
    expect(under.ledger.providerKeys).toHaveLength(3);
  });

  test("whose retry failed is not in flight by any process's clock", async () => {
    await crash("enter_key");
    under.ledger.script(() => Promise.reject(new AdapterAuthError("Revoked.")));
    expect(wordFor(await call("enter_key"))).toBe("failed");
    const late = new ManualClock(under.clock.now() - 20_000);
    expect(wordFor(await call("enter_key", under.process({ clock: late })))).toBe("ok");
  });

  test("a read that then fails frees the key", async () => {
    await crash("look");
    under.ledger.script(() => Promise.reject(new AdapterAuthError("Revoked.")));
    expect(wordFor(await call("look"))).toBe("failed");
    expect(wordFor(await call("enter"))).toBe("ok");
  });

  test.each([
    ["enter", "unknown replayed"],
    ["enter_key", "ok replayed"],
  ])(
    "but it was only slow, its late end answers its own caller and changes nothing else (%s)",
    async (name, kept) => {
      const slow = await startCall(name);
      under.clock.advance(DEADLINE_MS + MARGIN_MS);
      const second = await call(name);
      slow.end({ id: "late" });
      expect((await slow.answer).result).toMatchObject({ ok: true, result: { id: "late" } });
      expect(under.logged).toContainEqual(
        expect.objectContaining({ event: "idempotent_call_not_settled", level: "warn" }),
      );
      const third = await call(name);
      expect(third.result).toEqual(second.result);
      expect(wordFor(third)).toBe(kept);
    },
  );
});

test("a slow write that ends just as it would be given up is reported as it ended", async () => {
  const slow = await startCall();
  under.clock.advance(DEADLINE_MS + MARGIN_MS);
  const calls = under.process({
    wrapRecords: (records) =>
      storeWith(records, {
        replace: async (kind, record, where) => {
          slow.end({ id: "just in time" });
          await slow.answer;
          return records.replace(kind, record, where);
        },
      }),
  });
  const { result, replayed } = await call("enter", calls);
  expect(result).toMatchObject({ ok: true, result: { id: "just in time" } });
  expect(replayed).toBe(true);
});

describe("an error nobody foresaw", () => {
  test("in a write that nothing makes safe leaves its outcome unknown", async () => {
    under.ledger.script(() => Promise.reject(new TypeError("x is not a function")));
    await expect(call()).rejects.toBeInstanceOf(TypeError);
    expect(wordFor(await call())).toBe("unknown replayed");
    expect(under.ledger.providerKeys).toHaveLength(1);
  });

  test("in a write by key leaves its provider key to the next", async () => {
    under.ledger.script(() => Promise.reject(new TypeError("x is not a function")));
    await expect(call("enter_key")).rejects.toBeInstanceOf(TypeError);
    expect(wordFor(await call("enter_key"))).toBe("ok");
    expect(new Set(under.ledger.providerKeys).size).toBe(1);
  });

  test("in a read frees the key", async () => {
    under.ledger.script(() => Promise.reject(new TypeError("x is not a function")));
    await expect(call("look")).rejects.toBeInstanceOf(TypeError);
    expect(wordFor(await call("enter"))).toBe("ok");
  });

  test("before the tool was asked frees the key", async () => {
    const failing = under.process({ failingCredentials: true });
    await expect(call("enter_connected", failing)).rejects.toBeInstanceOf(RangeError);
    expect(wordFor(await call("enter"))).toBe("ok");
  });
});

describe("a store that fails", () => {
  test("at the claim: nothing is done", async () => {
    const calls = under.process({ wrapRecords: (records) => storeWith(records, { insert: down }) });
    await expect(call("enter", calls)).rejects.toMatchObject({ code: "unavailable" });
    expect(under.ledger.providerKeys).toEqual([]);
  });

  /** A process whose first claim is written, and whose store then fails before it can say so. */
  const losesItsClaim = () => {
    let lost = false;
    const lose = <Answer>(answer: Answer): Answer | Promise<never> => {
      if (lost) return answer;
      lost = true;
      return down();
    };
    return under.process({
      wrapRecords: (records) =>
        storeWith(records, {
          insert: async (kind, claim) => {
            const answer = await records.insert(kind, claim);
            return answer === "written" ? lose(answer) : answer;
          },
          replace: async (kind, claim, where) => lose(await records.replace(kind, claim, where)),
        }),
    });
  };

  test.each(["enter", "enter_key", "look"])(
    "behind the claim of %s: nothing is done, and the key is free at once",
    async (name) => {
      await expect(call(name, losesItsClaim())).rejects.toMatchObject({ code: "unavailable" });
      expect(under.ledger.providerKeys).toEqual([]);
      expect(wordFor(await call(name))).toBe("ok");
    },
  );

  test("behind the claim of a write by key that is taken over: the next goes on under the first one's key", async () => {
    await startCall("enter_key");
    under.clock.advance(DEADLINE_MS + MARGIN_MS);
    await expect(call("enter_key", losesItsClaim())).rejects.toMatchObject({ code: "unavailable" });
    expect(wordFor(await call("enter_key"))).toBe("ok");
    expect(under.ledger.providerKeys).toHaveLength(2);
    expect(new Set(under.ledger.providerKeys).size).toBe(1);
  });

  test.each([
    ["enter", "unknown replayed", 1],
    ["enter_key", "ok", 1],
    ["look", "ok", 1],
  ])(
    "at the result of %s: its caller has it, the next finds the call in flight and then what a crash leaves",
    async (name, later, providerKeys) => {
      const calls = under.process({ wrapRecords: (records) => storeWith(records, { replace: down }) });
      expect(wordFor(await call(name, calls))).toBe("ok");
      expect(under.logged.at(-1)).toMatchObject({
        event: "idempotent_call_not_settled",
        error_name: "ServiceError",
      });
      await expect(call(name)).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: 5 });
      under.clock.advance(DEADLINE_MS + MARGIN_MS);
      expect(wordFor(await call(name))).toBe(later);
      expect(new Set(under.ledger.providerKeys).size).toBe(providerKeys);
    },
  );

  test("at freeing the key: the failure is reported all the same, and the key waits for its time", async () => {
    const calls = under.process({ wrapRecords: (records) => storeWith(records, { delete: down }) });
    under.ledger.script(() => Promise.reject(new AdapterAuthError("Revoked.")));
    expect((await call("enter", calls)).result).toMatchObject({ ok: false, refusal_reason: "Revoked." });
    await expect(call()).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: 5 });
  });

  test("to settle who holds a key that always changes is not asked for ever", async () => {
    const taken = { insert: () => Promise.resolve("taken" as const), get: () => Promise.resolve(undefined) };
    const calls = under.process({ wrapRecords: (records) => storeWith(records, taken) });
    await expect(call("enter", calls)).rejects.toMatchObject({ code: "conflict", retryAfterSeconds: 1 });
  });
});

test("a key service that is busy makes the service unavailable, and nothing is done", async () => {
  const busy = () => Promise.reject(new KeyServiceBusyError("throttled"));
  const calls = under.process({ wrapKeys: (keys) => ({ ...keys, generateDataKey: busy }) });
  await expect(call("enter", calls)).rejects.toMatchObject({ code: "unavailable" });
  expect(under.ledger.providerKeys).toEqual([]);
});

test("the time that claiming took is taken from the call's", async () => {
  const calls = under.process({
    wrapRecords: (records) =>
      storeWith(records, {
        insert: (kind, claim) => {
          under.clock.advance(4_000);
          return records.insert(kind, claim);
        },
      }),
  });
  under.ledger.script(({ deadline }) => ({ left: deadline.remainingMs() }));
  const { result } = await call("enter", calls);
  expect(result).toMatchObject({ ok: true, result: { left: DEADLINE_MS - 4_000 } });
});
