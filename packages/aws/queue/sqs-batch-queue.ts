import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  type SQSClientConfig,
  SQSServiceException,
} from "@aws-sdk/client-sqs";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { CLIENT_BOUNDS } from "../access/client-bounds.ts";

/**
 * SendMessageBatch takes no more
 * (docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html).
 */
const MOST_MESSAGES = 10;
/** All messages of a request together; the same page allows four times as much by now. */
const MOST_BYTES = 256 * 1024;
/** Waits before the messages that a request left out are sent again. */
const WAITS_MS = [50, 100, 200, 400];

export interface SqsBatchQueueOptions<Batch> {
  /**
   * The group that a batch belongs to. SQS then hands out messages of quiet groups before those of one that
   * fills the queue (docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide,
   * sqs-fair-queues.html). Left out, all wait alike.
   */
  groupOf?: (batch: Batch) => string | undefined;
}

/** Overrides for tests; empty on AWS, where region and credentials come from the environment. */
type QueueClientOptions = Pick<
  SQSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** A client whose requests end. */
export function createQueueClient(options: QueueClientOptions = {}): SQSClient {
  return new SQSClient({ ...CLIENT_BOUNDS, ...options });
}

/**
 * One queue of SQS, for batches of one kind. A message is a batch as JSON (batch-messages.ts reads it back).
 */
export class SqsBatchQueue<Batch> {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #clock: Clock;
  readonly #groupOf: (batch: Batch) => string | undefined;

  /** `clock` waits where the queue refuses a part of a request. */
  constructor(
    client: SQSClient,
    queueUrl: string,
    clock: Clock,
    { groupOf = () => undefined }: SqsBatchQueueOptions<Batch> = {},
  ) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#clock = clock;
    this.#groupOf = groupOf;
  }

  /**
   * Throws ServiceError `unavailable` when the queue goes on refusing; some of the batches may have been sent
   * then.
   */
  async send(batches: readonly Batch[]): Promise<void> {
    for (const messages of requests(batches, this.#groupOf)) await this.#sendAll(messages);
  }

  async #sendAll(messages: readonly SendMessageBatchRequestEntry[]): Promise<void> {
    let left = messages;
    for (const wait of [...WAITS_MS, undefined]) {
      const command = new SendMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries: [...left] });
      const { Failed: failed = [] } = await this.#client.send(command).catch(queueError);
      const refused = new Set(failed.map(({ Id }) => Id));
      left = left.filter(({ Id }) => refused.has(Id));
      if (left.length === 0) return;
      if (wait !== undefined) await this.#clock.wait(wait);
    }
    throw queueUnavailable();
  }
}

/** The messages of each request, in order; an `Id` has to tell those of one request apart. */
function* requests<Batch>(
  batches: readonly Batch[],
  groupOf: (batch: Batch) => string | undefined,
): Generator<SendMessageBatchRequestEntry[]> {
  let messages: SendMessageBatchRequestEntry[] = [];
  let bytes = 0;
  for (const [index, batch] of batches.entries()) {
    const body = JSON.stringify(batch);
    const size = Buffer.byteLength(body);
    if (messages.length === MOST_MESSAGES || (messages.length > 0 && bytes + size > MOST_BYTES)) {
      yield messages;
      messages = [];
      bytes = 0;
    }
    const group = groupOf(batch);
    const ofGroup = group === undefined ? {} : { MessageGroupId: group };
    messages.push({ Id: String(index), MessageBody: body, ...ofGroup });
    bytes += size;
  }
  if (messages.length > 0) yield messages;
}

/** Refusals that are the service's state, not our request's fault, though they come as 4xx. */
const STATE_OF_THE_SERVICE = new Set(["RequestThrottled", "ThrottlingException"]);

/**
 * Throws what a failed request means once the SDK's own retries are over: ServiceError `unavailable`, with
 * the SDK's error as `cause`. A request that is wrong or not allowed passes through.
 */
function queueError(error: unknown): never {
  const refused = error instanceof SQSServiceException && error.$fault === "client";
  throw refused && !STATE_OF_THE_SERVICE.has(error.name) ? error : queueUnavailable(error);
}

function queueUnavailable(cause?: unknown): ServiceError {
  const message = "The queue does not answer at the moment; try again shortly.";
  return new ServiceError("unavailable", message, { cause });
}
