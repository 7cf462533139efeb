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
 * Maximum number of messages in SendMessageBatch
 * (docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html).
 */
const MAX_MESSAGES = 10;
/** Maximum total size of a request's messages. By now, the same page allows four times as much. */
const MAX_BYTES = 256 * 1024;
/** Delays before resending the messages that a request did not accept. */
const WAITS_MS = [50, 100, 200, 400];

export interface SqsBatchQueueOptions<Batch> {
  /**
   * Returns the group of a batch. SQS delivers messages of quiet groups before those of a group that fills
   * the queue (docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide, sqs-fair-queues.html). If
   * omitted, all messages have the same priority.
   */
  selectGroup?: (batch: Batch) => string | undefined;
}

/** Overrides for tests. Empty on AWS, where region and credentials come from the environment. */
type QueueClientOptions = Pick<
  SQSClientConfig,
  "region" | "endpoint" | "credentials" | "maxAttempts" | "requestHandler"
>;

/** Creates a client whose requests have timeouts. */
export function createQueueClient(options: QueueClientOptions = {}): SQSClient {
  return new SQSClient({ ...CLIENT_BOUNDS, ...options });
}

/** SQS queue for batches of one kind. A message is a batch as JSON (parsed by batch-messages.ts). */
export class SqsBatchQueue<Batch> {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #clock: Clock;
  readonly #selectGroup: (batch: Batch) => string | undefined;

  /** `clock` is used to wait if the queue refuses a part of a request. */
  constructor(
    client: SQSClient,
    queueUrl: string,
    clock: Clock,
    { selectGroup = () => undefined }: SqsBatchQueueOptions<Batch> = {},
  ) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#clock = clock;
    this.#selectGroup = selectGroup;
  }

  /**
   * Throws ServiceError `unavailable` if the queue keeps refusing. Some of the batches may then have been
   * sent.
   */
  async send(batches: readonly Batch[]): Promise<void> {
    for (const messages of splitRequests(batches, this.#selectGroup)) await this.#sendAll(messages);
  }

  async #sendAll(messages: readonly SendMessageBatchRequestEntry[]): Promise<void> {
    let remaining = messages;
    for (const wait of [...WAITS_MS, undefined]) {
      const command = new SendMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries: [...remaining] });
      const { Failed: failed = [] } = await this.#client.send(command).catch(throwQueueError);
      const refused = new Set(failed.map(({ Id }) => Id));
      remaining = remaining.filter(({ Id }) => refused.has(Id));
      if (remaining.length === 0) return;
      if (wait !== undefined) await this.#clock.wait(wait);
    }
    throw createUnavailableError();
  }
}

/** Splits messages into requests, in order. `Id` distinguishes the messages of one request. */
function* splitRequests<Batch>(
  batches: readonly Batch[],
  selectGroup: (batch: Batch) => string | undefined,
): Generator<SendMessageBatchRequestEntry[]> {
  let messages: SendMessageBatchRequestEntry[] = [];
  let bytes = 0;
  for (const [index, batch] of batches.entries()) {
    const body = JSON.stringify(batch);
    const size = Buffer.byteLength(body);
    if (messages.length === MAX_MESSAGES || (messages.length > 0 && bytes + size > MAX_BYTES)) {
      yield messages;
      messages = [];
      bytes = 0;
    }
    const group = selectGroup(batch);
    const groupField = group === undefined ? {} : { MessageGroupId: group };
    messages.push({ Id: String(index), MessageBody: body, ...groupField });
    bytes += size;
  }
  if (messages.length > 0) yield messages;
}

/** 4xx errors caused by the state of the service and not by the request. */
const TRANSIENT_ERRORS = new Set(["RequestThrottled", "ThrottlingException"]);

/**
 * Throws the error of a request that failed after the SDK's own retries: ServiceError `unavailable` with the
 * SDK's error as `cause`. Rethrows the error of an invalid or forbidden request.
 */
function throwQueueError(error: unknown): never {
  const refused = error instanceof SQSServiceException && error.$fault === "client";
  throw refused && !TRANSIENT_ERRORS.has(error.name) ? error : createUnavailableError(error);
}

function createUnavailableError(cause?: unknown): ServiceError {
  const message = "The queue is not responding at the moment. Try again shortly.";
  return new ServiceError("unavailable", message, { cause });
}
