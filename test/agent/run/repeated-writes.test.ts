import { systemRandom } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { digestOf } from "@plumbline/core/conversations/conversation-owner.ts";
import { Conversations } from "@plumbline/core/conversations/conversations.ts";
import { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import { NOTHING_READ } from "@plumbline/core/policy/run-trace.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { PlatformStores } from "@plumbline/service/entity-stores.ts";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { callOnce } from "../../../packages/agent/run/repeated-writes.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { MemoryLabelClaims } from "../../support/memory-label-claims.ts";
import { MemoryRecordStore } from "../../support/memory-record-store.ts";
import { tenantCaller } from "../../support/tenant-caller.ts";

const POST = {
  name: "chatapp_post_channel",
  effect: "write",
  idempotency: "none",
  identifiers: [],
  input: z.object({ text: z.string() }),
} as unknown as Tool;
const MADE = { ok: true, tool: POST.name, result: { id: "1" }, attempts: 1, elapsed_ms: 1 } as const;

/** A promise that its test resolves (`Promise.withResolvers`, which Node 20 lacks). */
function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const TURN = { key: "m-1", index: 0, digest: "d" };

/** Runs one message again and again, each time as a run of its own. */
function conversation() {
  const clock = new ManualClock();
  const platform = { records: new MemoryRecordStore(), labelClaims: new MemoryLabelClaims() };
  const { opened } = checkedStores(platform as unknown as PlatformStores, clock);
  const { records, vault, dataKeys } = opened;
  const logger = { log: () => undefined };
  const options = { records, vault, clock, random: systemRandom, logger, keptMs: 86_400_000 };
  const conversations = new Conversations(options);
  const inRun = async <T>(runId: string, act: (writes: MessageWrites) => Promise<T>) => {
    const ledger = await conversations.open(tenantCaller("t-1"), "c-1");
    await ledger.lease.begin(runId);
    const writes = new MessageWrites({ ledger, runId, message: "m-1", now: () => clock.now() });
    const ending = () => ({
      noted: NOTHING_READ,
      said: [],
      writes: writes.settled,
      turn: TURN,
      isComplete: true,
    });
    return act(writes).finally(() => ledger.lease.end(runId, ending()));
  };
  const run = (runId: string, call: () => Promise<typeof MADE>) =>
    inRun(runId, (writes) => callOnce(writes, POST, { text: "Hi" }, call));
  const readNames = async () => {
    const { entries, writes } = await conversations.open(tenantCaller("t-1"), "c-1");
    return writes.map((write) => entries.nameOf(write));
  };
  return { run, inRun, vault, dataKeys, readNames };
}

test("a write's name cannot be guessed, and stays the same when the tenant's key is rotated", async () => {
  const { run, dataKeys, readNames } = conversation();
  await run("r-1", async () => MADE);
  const names = await readNames();
  expect(names).toEqual([expect.stringMatching(/^write\/k1\.[0-9a-f]{32}\/k1\.[0-9a-f]{32}\/0$/)]);
  expect(names[0]).not.toContain(digestOf([POST.name, [null]]));
  await dataKeys.rotate("t-1");
  const call = vi.fn(async () => MADE);
  expect(await run("r-2", call)).toMatchObject({ ok: true, result: { id: "1" } });
  expect(call).not.toHaveBeenCalled();
  expect(await readNames()).toEqual(names);
});

test("a write of the previous release, whose name has no key, is not made again", async () => {
  const { run, vault, readNames } = conversation();
  const digests = vi.spyOn(vault, "digest").mockResolvedValueOnce("m-1");
  await run("r-1", async () => MADE);
  digests.mockRestore();
  const call = vi.fn(async () => MADE);
  expect(await run("r-2", call)).toMatchObject({ ok: true, result: { id: "1" } });
  expect(call).not.toHaveBeenCalled();
  expect(await readNames()).toEqual([`write/m-1/${digestOf([POST.name, [null]])}/0`]);
});

test("a call that threw may have been made: the message does not make it again", async () => {
  const { run } = conversation();
  const broken = () => Promise.reject(new Error("the process is out of memory"));
  await expect(run("r-1", broken)).rejects.toThrow("out of memory");
  const call = vi.fn(async () => MADE);
  expect(await run("r-2", call)).toMatchObject({ ok: false, outcome_unknown: true });
  expect(call).not.toHaveBeenCalled();
});

test("a write whose result cannot be sealed counts as made, and is not made again", async () => {
  const { run, vault } = conversation();
  const sealing = vi.spyOn(vault, "seal").mockRejectedValueOnce(new Error("the key service is busy"));
  expect(await run("r-1", async () => MADE)).toEqual(MADE);
  sealing.mockRestore();
  const call = vi.fn(async () => MADE);
  expect(await run("r-2", call)).toMatchObject({ ok: false });
  expect(call).not.toHaveBeenCalled();
});

test("the nth write is answered with the nth before, though its destination was known later", async () => {
  const { inRun } = conversation();
  const posted = (id: string) => async () => ({ ...MADE, result: { id } });
  const place = [{ kind: "channel", value: "C0GENERAL" }] as const;
  const isSecondKnown = deferred();
  const slow = async ({ text }: { text: string }) => {
    if (text === "two") isSecondKnown.resolve();
    else await isSecondKnown.promise;
    return place;
  };
  await inRun("r-1", (writes) => {
    const post = (text: string) =>
      callOnce(writes, { ...POST, destinations: slow } as unknown as Tool, { text }, posted(text));
    return Promise.all([post("one"), post("two")]);
  });
  const again = { ...POST, destinations: () => place } as unknown as Tool;
  const results = await inRun("r-2", async (writes) => [
    await callOnce(writes, again, { text: "the first" }, posted("new")),
    await callOnce(writes, again, { text: "the second" }, posted("new")),
  ]);
  expect(results).toMatchObject([{ result: { id: "one" } }, { result: { id: "two" } }]);
});
