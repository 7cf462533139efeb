import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import {
  type ImapServer,
  sampleMailPassword,
  sampleMailUser,
  startImap,
} from "@plumbline/sandbox/mail/imap-server.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startAdapterUnderTest } from "../../adapters/adapter-under-test.ts";
import { startedForFile } from "../../support/started.ts";
import { type WatchesUnderTest, watchesUnderTest } from "../watches-under-test.ts";
import { feedKinds, type Published, usual } from "./feed-kinds.ts";
import { mailKinds } from "./mail-kinds.ts";

const HOUR_MS = 3_600_000;
const WEEKS = 2;
const LAST_HOUR = WEEKS * 7 * 24;
/** Hours between two looks at a feed, and at a mailbox. */
const FEED_STEP = 8;
const MAIL_STEP = 16;

/** The outcome of one kind: all counts are of items or mails. */
interface Outcome {
  kind: string;
  published: number;
  /** Never listed by the source, so nobody could have found them. */
  hidden: number;
  missed: number;
  doubled: number;
  gaps: string;
  status: string;
}

const under = startedForFile(() =>
  startAdapterUnderTest({
    clock,
    egressAllow: "127.0.0.1",
    extraCertificates: sandboxCertificate().cert,
  }),
);
let watches: WatchesUnderTest;
const host = startedForFile(() =>
  startScriptedServer({
    name: "feeds",
    handle(request) {
      const name = decodeURIComponent(request.path.slice(1));
      const items = published.get(name) ?? [];
      const list = (shown: readonly Published[]) => {
        for (const { title } of shown) listed.get(name)?.add(title);
      };
      return (
        feedKinds[name]?.answer({ items, hour, look: hour / FEED_STEP, request, list }) ?? {
          status: 404,
          headers: {},
          body: "",
        }
      );
    },
  }),
);
const clock = new ManualClock("2026-01-01T00:00:00Z");
let hour = 0;
const published = new Map<string, Published[]>();
const listed = new Map<string, Set<string>>();
const mailServers: ImapServer[] = [];

beforeAll(async () => {
  watches = watchesUnderTest(under);
});

afterAll(async () => {
  await Promise.all(mailServers.map((server) => server.close()));
});

/** One look of a watch now, unless it waits after a failure. */
async function lookNow(id: string): Promise<void> {
  const { watchStore, watchPoller } = under.service;
  const { tenantId } = under.caller;
  const watch = await watchStore.get(tenantId, id);
  if (!watch) throw new Error("The watch is gone.");
  const { slot, slot_position: position, source } = watch.record;
  const readAt = new Date(clock.now()).toISOString();
  if (source.type === "approvals") throw new Error("Nothing polls it.");
  await watchPoller.poll({
    wheel: source.type,
    slot,
    readAt,
    entries: [{ position, tenantId, watchId: id }],
  });
}

async function outcomeOf(kind: string, id: string, all: readonly string[], shown: ReadonlySet<string>) {
  const found = await watches.found(id);
  // A feed adds ` (updated)` and the like to a title.
  const once = new Set(found.map((title) => title.replace(/ \(.*\)$/, "")));
  const missed = all.filter((title) => shown.has(title) && !once.has(title));
  const { gaps, status } = (await watches.view(id)).health;
  return {
    kind,
    published: all.length,
    hidden: all.filter((title) => !shown.has(title)).length,
    missed: missed.length,
    doubled: found.length - once.size,
    gaps: [...new Set(gaps.map(({ reason }) => reason))].join(" "),
    status,
  };
}

/** The rows that are not as they should be, as a table that can be read. */
function tableOf(outcomes: readonly Outcome[]): string {
  const columns = ["kind", "published", "hidden", "missed", "doubled", "gaps", "status"] as const;
  const rows = [columns, ...outcomes.map((outcome) => columns.map((column) => String(outcome[column])))];
  const widths = columns.map((_column, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return `\n${rows.map(line).join("\n")}`;
}

/** Advances to an hour after the beginning of a simulation. */
function passTo(next: number, start: number): void {
  hour = next;
  clock.advance(Math.max(0, start + next * HOUR_MS - clock.now()));
}

test("two weeks of ill-behaved feeds: nothing that was listed is missed, and nothing is found twice", async () => {
  const start = clock.now();
  hour = 0;
  const ids = new Map<string, string>();
  const publish = (name: string, count: number) => {
    const items = published.get(name) ?? [];
    for (let more = 0; more < count; more++) {
      const number = items.length;
      items.unshift({ number, title: `News ${number}`, at: clock.now() - (count - more) * 1_000 });
    }
    published.set(name, items);
  };
  for (const name of Object.keys(feedKinds)) {
    publish(name, 12);
    listed.set(name, new Set());
    const url = `${host.url}/${encodeURIComponent(name)}`;
    ids.set(name, await watches.begin("rss_subscribe", { url, interval_minutes: 60 }));
  }
  const before = 12;
  for (let next = FEED_STEP; next <= LAST_HOUR; next += FEED_STEP) {
    passTo(next, start);
    // What comes last has a day to be listed.
    if (next <= LAST_HOUR - 24)
      for (const [name, kind] of Object.entries(feedKinds)) publish(name, (kind.publishes ?? usual)(hour));
    await runInParallel([...ids.values()], 8, lookNow);
  }
  const outcomes: Outcome[] = [];
  for (const [name, id] of ids) {
    const all = (published.get(name) ?? []).map(({ title }) => title).toReversed();
    outcomes.push(await outcomeOf(name, id, all.slice(before), listed.get(name) ?? new Set()));
  }
  const wrong = outcomes.filter(({ kind, missed, doubled, hidden, gaps }) => {
    const { tells, hides } = feedKinds[kind] ?? {};
    const untold = hidden > 0 && !gaps && !hides;
    return missed > 0 || doubled > 0 || untold || (tells !== undefined && gaps !== tells);
  });
  expect(wrong.length === 0 ? "" : tableOf(wrong)).toBe("");
  expect(outcomes.length).toBeGreaterThanOrEqual(31);
}, 120_000);

test("two weeks of ill-behaved mailboxes: no mail is missed or found twice", async () => {
  const start = clock.now();
  const kinds: { name: string; id: string; server: ImapServer; sent: string[] }[] = [];
  for (const name of Object.keys(mailKinds)) {
    const server = await startImap({ implicitTls: false, now: () => clock.now() });
    mailServers.push(server);
    const credential_id = await under.connect({
      kind: "generic_api_key",
      label: name,
      token: sampleMailPassword,
      metadata: { imap_host: server.host, imap_port: server.port, imap_ssl: false, username: sampleMailUser },
    });
    const args = { credential_id, query: "in:INBOX", interval_minutes: 360 };
    kinds.push({ name, id: await watches.begin("email_watch_inbox", args), server, sent: [] });
  }
  for (let look = 0; look * MAIL_STEP < LAST_HOUR; look++) {
    passTo((look + 1) * MAIL_STEP, start);
    for (const { name, id, server, sent } of kinds) {
      const kind = mailKinds[name] ?? {};
      const subject = `Mail ${sent.length}`;
      const seed = kind.write?.(subject) ?? { subject, messageId: `<${sent.length}@mail.example>` };
      sent.push(subject);
      kind.before?.(server, look);
      server.inbox.add(seed, { receivedAt: new Date(clock.now()) });
      await lookNow(id);
      kind.after?.(server, look);
    }
  }
  for (let calm = 0; calm < 3; calm++) {
    clock.advance(24 * HOUR_MS);
    for (const { id } of kinds) await lookNow(id);
  }
  const outcomes: Outcome[] = [];
  for (const { name, id, sent } of kinds) outcomes.push(await outcomeOf(name, id, sent, new Set(sent)));
  const wrong = outcomes.filter(
    ({ kind, missed, doubled, gaps }) => missed > 0 || doubled > 0 || gaps !== (mailKinds[kind]?.tells ?? ""),
  );
  expect(wrong.length === 0 ? "" : tableOf(wrong)).toBe("");
}, 120_000);
