import { beforeEach, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startDeliveriesUnderTest, verified } from "./deliveries-under-test.ts";

let id: string;

const under = startedForEach(startDeliveriesUnderTest);

beforeEach(async () => {
  id = await under.watch();
});

const replays = () => under.service.deliveries;
const ids = () => under.receiver.requests.map(({ headers }) => headers["webhook-id"]);

test("one event is sent again with the same id, though it was delivered", async () => {
  await under.find("one", "two");
  await under.deliver();
  expect(await replays().replay(under.caller.tenantId, id, 1)).toMatchObject({ status: "waiting", tries: 0 });
  await under.deliver();
  expect(under.received()).toEqual(["one", "two", "one"]);
  expect(ids()[2]).toBe(ids()[0]);
  expect((await under.list(id))[1]).toMatchObject({ status: "delivered", attempts: [{}, {}] });
});

test("of a range all are sent again, or those that were missed", async () => {
  const marks: string[] = [];
  for (const title of ["a", "b", "c", "d"]) {
    await under.find(title);
    marks.push(new Date(under.clock.now()).toISOString());
    await under.deliver();
  }
  const [, since = "", , until = ""] = marks;
  const range = { since, until };
  const { tenantId } = under.caller;
  expect(await replays().replayRange(tenantId, id, { ...range, which: "missed" })).toEqual({
    queued: 0,
    next: null,
  });
  expect(await replays().replayRange(tenantId, id, { ...range, which: "all" })).toEqual({
    queued: 2,
    next: null,
  });
  await under.deliver();
  expect(under.received()).toEqual(["a", "b", "c", "d", "b", "c"]);
});

test("a long range goes page by page to its end, each event once", async () => {
  const titles = Array.from({ length: 620 }, (_, index) => `n${index}`);
  const since = new Date(under.clock.now()).toISOString();
  under.publish(...titles);
  // A flood: it is held back until three looks were calm, and then found in 13 looks.
  await under.watches.pass(17);
  for (let minute = 0; minute < 13; minute++) await under.deliver();
  expect(under.received()).toEqual(titles);
  under.receiver.clear();
  const all = { since, which: "all" } as const;
  const first = await replays().replayRange(under.caller.tenantId, id, all);
  expect(first.queued).toBe(500);
  const rest = await replays().replayRange(under.caller.tenantId, id, {
    ...all,
    from: first.next ?? undefined,
  });
  expect(rest).toEqual({ queued: 120, next: null });
  for (let minute = 0; minute < 13; minute++) await under.deliver();
  expect(under.received().sort()).toEqual(titles.toSorted());
});

test("a long range with nothing to send is read in pages, too, and ends where it ended when it was begun", async () => {
  under.publish(...Array.from({ length: 1_005 }, (_, index) => `n${index}`));
  await under.watches.pass(25);
  for (let minute = 0; minute < 21; minute++) await under.deliver();
  const range = { since: "2020-01-01T00:00:00.000Z", which: "missed" } as const;
  const { tenantId } = under.caller;
  const first = await replays().replayRange(tenantId, id, range);
  expect(first).toEqual({ queued: 0, next: { after: 1_000, before: 1_006 } });
  expect(await replays().list(tenantId, id, { status: "dead", limit: 10 })).toEqual({ items: [], next: "6" });
  await under.find("later");
  const rest = { ...range, which: "all", from: first.next ?? undefined } as const;
  expect(await replays().replayRange(tenantId, id, rest)).toEqual({ queued: 5, next: null });
});

test("begins with the first event of the time, wherever that is", async () => {
  for (const title of ["a", "b", "c", "d", "e", "f", "g"]) await under.find(title);
  const events = await under.watches.events(id);
  for (const [index, { found_at: since }] of events.entries()) {
    await under.deliver();
    under.receiver.clear();
    await replays().replayRange(under.caller.tenantId, id, { since, which: "all" });
    await under.deliver();
    expect(under.received()).toEqual(["a", "b", "c", "d", "e", "f", "g"].slice(index));
  }
  const later = new Date(under.clock.now() + 1000).toISOString();
  const after = await replays().replayRange(under.caller.tenantId, id, { since: later, which: "all" });
  expect(after.queued).toBe(0);
});

test("what is not there cannot be replayed", async () => {
  await under.find("one");
  const { tenantId } = under.caller;
  await expect(replays().replay(tenantId, id, 2)).rejects.toMatchObject({ code: "not_found" });
  under.clock.advance(91 * 24 * 60 * 60_000);
  await expect(replays().replay(tenantId, id, 1)).rejects.toMatchObject({ code: "not_found" });
  const stranger = (await under.createTenant("second")).caller;
  await expect(replays().replay(stranger.tenantId, id, 1)).rejects.toMatchObject({ code: "not_found" });
});

test("the list gives dead letters alone when asked for them, in pages", async () => {
  under.receiver.scriptAlways((request) => /odd/.test(request.text), { status: 410, body: "" });
  await under.find("even", "odd");
  await under.deliver();
  await under.find("later");
  await under.deliver();
  const list = (status?: "dead" | "delivered", before?: number, limit = 100) =>
    replays().list(under.caller.tenantId, id, { status, before, limit });
  expect((await list("dead")).items.map(({ sequence }) => sequence)).toEqual([2]);
  expect((await list("delivered")).items.map(({ sequence }) => sequence)).toEqual([1]);
  const first = await list(undefined, undefined, 1);
  expect(first.items.map(({ sequence }) => sequence)).toEqual([2]);
  const second = await list(undefined, Number(first.next), 1);
  expect(second).toMatchObject({ items: [{ sequence: 1 }], next: null });
});

test("a test message is signed, says how it ended, well or not, and is tried once", async () => {
  const { tenantId } = under.caller;
  const secret = (await replays().rotateSecret(tenantId, id)).reveal();
  expect(await replays().test(tenantId, id)).toMatchObject({ ok: true, status: 200, error_code: null });
  under.receiver.script("", { status: 500, body: "" });
  expect(await replays().test(tenantId, id)).toMatchObject({
    ok: false,
    status: 500,
    error_code: "transient",
  });
  expect(under.receiver.requests.map((request) => verified(request, secret, under.clock.now()))).toEqual(
    Array(2).fill({ type: "watch.test", timestamp: expect.any(String), data: { watch_id: id } }),
  );
  expect(await under.list(id)).toEqual([]);
});
