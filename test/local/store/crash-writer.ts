import { systemClock } from "@plumbline/core/clock/clock.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { openStore } from "../../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { sampleCredential } from "../../aws/dynamodb/sample-records.ts";
import { sampleEvent } from "../../aws/dynamodb/watch-samples.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { sampleClaim } from "./crash-records.ts";

/**
 * Run as a process of its own: writes credentials, events on their way and keyed calls until it is killed, or
 * `limit` of each and closes the store. Prints each once it is acknowledged. `round` keeps its ids apart from
 * those of other rounds.
 */
const [folder = "", round = "", limit = "Infinity"] = process.argv.slice(2);
const { store, close } = await openStore(
  folder,
  createLogger((line) => process.stderr.write(`${line}\n`), systemClock, "warn"),
);
const { credentials, watches, opened } = checkedStores(sqliteStores(store), systemClock);

/** Each returns the word that says that it was refused. */
const writes = {
  async credential(id: string) {
    return credentials.create(sampleCredential({ id, tenant_id: "t", label: id }));
  },
  async event(id: string, number: number) {
    const due_at = "2026-01-01T00:00:00.000Z";
    const delivery = { version: 1, status: "waiting", tries: 0, due_at, attempts: [] } as const;
    const event = sampleEvent(number + 1, {
      watch_id: `w-${round}`,
      id,
      expires_at: "2999-01-01T00:00:00.000Z",
    });
    return (await watches.putEvent({ ...event, delivery })) ? undefined : "refused";
  },
  async call(id: string) {
    const answer = await opened.records.insert(IDEMPOTENT_CALLS, sampleClaim(id));
    return answer === "written" ? undefined : answer;
  },
};

async function writeAll(kind: keyof typeof writes): Promise<void> {
  for (let number = 0; number < Number(limit); number++) {
    const id = `${round}-${number}`;
    const refused = await writes[kind](id, number);
    process.stdout.write(`${kind} ${number} ${refused ?? "written"}\n`);
  }
}

process.stdout.write("ready\n");
await Promise.all((["credential", "event", "call"] as const).map(writeAll));
await close();
