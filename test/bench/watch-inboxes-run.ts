import { EmfMetrics } from "@plumbline/aws/metrics/emf-metrics.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { systemRandom as random } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import type { PollBatch } from "@plumbline/watches/clock/poll-queue.ts";
import { tick } from "@plumbline/watches/clock/tick.ts";
import { createBenchService } from "./bench-service.ts";
import { CountingKeyService } from "./counting-key-service.ts";
import { addUse, noUse, openCountedStore, SkippingClock, type StoreUse } from "./watch-simulation-store.ts";

/** The rate at which this process polled its mailboxes. */
export interface InboxesPolled {
  pollsPerSecond: number;
  sessionsPerSecond: number;
  /** Microseconds of user and system time a session, all threads. */
  cpuPerSession: number;
  polls: number;
  sessions: number;
  batches: number;
  use: StoreUse;
  keyOperations: number;
  logBytes: number;
  logLines: number;
  failures: number;
  rss: number;
}

const [port = 0, mailboxes = 0, watchesEach = 0] = process.argv.slice(2, 5).map(Number);
const [login = "", password = ""] = process.argv.slice(5);
const INTERVAL = 5;
const INTERVAL_MS = INTERVAL * 60_000;
const BATCHES_AT_ONCE = 4;
const ROUNDS = 3;

const clock = new SkippingClock();
const { stores, use } = await openCountedStore(clock);
const keys = new CountingKeyService();
const egressAllow = parseEgressAllow(`127.0.0.1:${port}`);
let logBytes = 0;
let logLines = 0;
let sessions = 0;
let failures = 0;
const metrics = new EmfMetrics({ stage: "bench", clock, write: written });
const service = createBenchService({
  stores,
  keys,
  egress: openEgress({ clock, allow: egressAllow, extraCertificates: sandboxCertificate().cert }),
  egressAllow,
  clock,
  logger: createLogger(
    (line) => {
      if (line.includes("watch_poll:inbox")) sessions += 1;
      if (line.includes("error_code")) failures += 1;
      // A stage's functions write nothing of this level.
      if (!line.includes('"level":"debug"')) written(line);
    },
    clock,
    "debug",
  ),
  metrics,
});

function written(line: string): void {
  logBytes += Buffer.byteLength(line) + 1;
  logLines += 1;
}

/** A tenant with one mailbox and so many watches on it, which ask for different things. */
async function tenantWatches(number: number): Promise<void> {
  const { tenant } = await service.tenants.create({ name: `bench ${number}` });
  const tenantId = tenant.tenant_id;
  const { id } = await service.credentials.create(tenantId, {
    kind: "generic_api_key",
    label: "mailbox",
    token: new Secret(password),
    scope: "",
    metadata: { username: login.replace("%", String(number)), imap_host: "127.0.0.1", imap_port: port },
    expires_at: null,
  });
  for (let watch = 0; watch < watchesEach; watch++)
    await service.watches.begin(tenantId, {
      id: random.uuid(),
      source: { type: "inbox", credential_id: id, mailbox: "INBOX", query: `from:sender-${watch}` },
      interval: INTERVAL,
      cursor: { type: "inbox", uid_validity: "1700000000", last_uid: 20, seen: "" },
    });
}

/** Returns the batches that are due within one interval. */
async function dueBatches(): Promise<PollBatch[]> {
  clock.skipTo(clock.now() + INTERVAL_MS);
  const due: PollBatch[] = [];
  const queue = { send: async (batches: readonly PollBatch[]) => void due.push(...batches) };
  await tick("inbox", { store: service.watchStore, queue, clock, logger: service.logger });
  return due;
}

/** As many batches to an invocation as the stack has it, at the end of which metrics are written. */
async function poll(batches: readonly PollBatch[]): Promise<void> {
  for (let start = 0; start < batches.length; start += BATCHES_AT_ONCE) {
    const together = batches.slice(start, start + BATCHES_AT_ONCE);
    await runInParallel(together, BATCHES_AT_ONCE, (batch) => service.watchPoller.poll(batch));
    metrics.flush();
  }
}

for (let number = 0; number < mailboxes; number++) await tenantWatches(number);
await service.watchStore.moveTick("inbox", Math.floor(clock.now() / 60_000));
await poll(await dueBatches());

[logBytes, logLines, sessions, failures, keys.operations] = [0, 0, 0, 0, 0];
let [seconds, cpuMicros, polls, batches] = [0, 0, 0, 0];
const used = noUse();
for (let round = 0; round < ROUNDS; round++) {
  const due = await dueBatches();
  const before = { ...use };
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await poll(due);
  seconds += (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  cpuMicros += user + system;
  addUse(used, before, use);
  batches += due.length;
  polls += due.reduce((sum, { entries }) => sum + entries.length, 0);
}
process.send?.({
  pollsPerSecond: polls / seconds,
  sessionsPerSecond: sessions / seconds,
  cpuPerSession: cpuMicros / sessions,
  polls,
  sessions,
  batches,
  use: used,
  keyOperations: keys.operations,
  logBytes,
  logLines,
  failures,
  rss: process.memoryUsage().rss / 2 ** 20,
} satisfies InboxesPolled);
process.on("disconnect", () => process.exit());
