import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";

/** Use of the store: requests, and the units in which DynamoDB bills them, as dynalite counts them. */
export interface StoreUse {
  reads: number;
  writes: number;
  readUnits: number;
  writeUnits: number;
}

/** Passes as it does while there is work; what would be waited for is skipped. */
export class SkippingClock implements Clock {
  #skipped = 0;

  now(): number {
    return systemClock.now() + this.#skipped;
  }

  /** To a later time, if it is one. */
  skipTo(time: number): void {
    this.#skipped += Math.max(0, time - this.now());
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.wait(ms, signal);
  }

  after(ms: number, run: () => void): () => void {
    return systemClock.after(ms, run);
  }
}

/** An embedded store in memory that keeps account of what is asked of it. */
export async function openCountedStore(clock: Clock) {
  const { client } = await openEmbeddedStore();
  const use = noUse();
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        const input = { ...args.input, ReturnConsumedCapacity: "TOTAL" as const };
        const answer = await next({ ...args, input });
        const isRead = /^(Get|BatchGet|Query)/.test(commandName);
        use[isRead ? "reads" : "writes"] += 1;
        // A consistent read that finds nothing is billed as one unit; dynalite counts none.
        if (isRead) use.readUnits += Math.max(1, unitsOf(answer.output));
        else use.writeUnits += unitsOf(answer.output);
        return answer;
      },
    { step: "initialize" },
  );
  const table = new TableClient(client, EMBEDDED_TABLE);
  return {
    table,
    stores: createDynamoStores(table, new TableClient(client, EMBEDDED_KEY_TABLE), clock),
    use,
  };
}

export function noUse(): StoreUse {
  return { reads: 0, writes: 0, readUnits: 0, writeUnits: 0 };
}

/** Adds to a sum what was asked between two accounts. */
export function addUse(sum: StoreUse, before: StoreUse, after: StoreUse): void {
  sum.reads += after.reads - before.reads;
  sum.writes += after.writes - before.writes;
  sum.readUnits += after.readUnits - before.readUnits;
  sum.writeUnits += after.writeUnits - before.writeUnits;
}

/** Of an answer to one request; a batch's has an entry a table. */
function unitsOf(output: object): number {
  if (!("ConsumedCapacity" in output)) return 0;
  return [output.ConsumedCapacity]
    .flat()
    .map((capacity) =>
      typeof capacity === "object" && capacity !== null && "CapacityUnits" in capacity
        ? Number(capacity.CapacityUnits)
        : 0,
    )
    .reduce((sum, units) => sum + units, 0);
}
