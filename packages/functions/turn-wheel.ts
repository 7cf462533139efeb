import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoWatchStore } from "@plumbline/aws/dynamodb/dynamo-watch-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createQueueClient } from "@plumbline/aws/queue/client.ts";
import { SqsPollQueue } from "@plumbline/aws/queue/sqs-poll-queue.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import type { PollQueue } from "@plumbline/core/watches/poll-queue.ts";
import { WHEELS, type Wheel } from "@plumbline/core/watches/slots.ts";
import { tick } from "@plumbline/core/watches/tick.ts";
import type { WatchStore } from "@plumbline/core/watches/watch-store.ts";
import { configured } from "./configured.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the watches stand, and where those of each wheel are sent. */
export interface Wheels {
  store: WatchStore;
  queues: Readonly<Record<Wheel, PollQueue>>;
  clock: Clock;
}

/** On AWS: the stage's table and queues, from the environment (`TABLE_NAME`, `FEED_QUEUE_URL`, `INBOX_QUEUE_URL`). */
export function openWheels(environment: Environment): Wheels {
  const { tableName, queueUrls } = configured(() => readWheelResources(environment));
  const clock = systemClock;
  const client = createQueueClient();
  return {
    store: new DynamoWatchStore(new TableClient(createDynamoClient(), tableName), clock),
    queues: {
      feed: new SqsPollQueue(client, queueUrls.feed, clock),
      inbox: new SqsPollQueue(client, queueUrls.inbox, clock),
    },
    clock,
  };
}

function readWheelResources({
  TABLE_NAME: tableName,
  FEED_QUEUE_URL: feed,
  INBOX_QUEUE_URL: inbox,
}: Environment) {
  if (tableName && feed && inbox) return { tableName, queueUrls: { feed, inbox } };
  throw new ConfigurationError(
    "TABLE_NAME, FEED_QUEUE_URL and INBOX_QUEUE_URL must be set; the stack sets all three.",
  );
}

/** One tick of the wheel that a rule of EventBridge names (its `input`, stacks/watches.ts). */
export async function turnWheel({ store, queues, clock }: Wheels, event: { wheel?: unknown }): Promise<void> {
  const wheel = WHEELS.find((one) => one === event.wheel);
  if (wheel === undefined) throw new Error("The event names no wheel.");
  await tick(wheel, { store, queue: queues[wheel], clock });
}
