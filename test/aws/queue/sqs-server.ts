import { createHash } from "node:crypto";
import { createQueueClient, SqsBatchQueue } from "@plumbline/aws/queue/sqs-batch-queue.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import * as z from "zod";

export interface SentMessage {
  queueUrl: string;
  messageId: string;
  body: string;
}

/** A few queues on loopback, written to over SQS's own wire. */
export interface SqsServer extends ScriptedServer {
  /** Messages that the server accepted, oldest first; the list is live. */
  sent: SentMessage[];
  /** The URL of a queue. */
  queueUrl(name: string): string;
  queue<Batch>(name: string, clock: Clock): SqsBatchQueue<Batch>;
  /** The next message whose body holds this text is refused, so often. */
  refuse(text: string, times: number): void;
}

const request = z.strictObject({
  QueueUrl: z.string(),
  Entries: z
    .array(z.strictObject({ Id: z.string().regex(/^[\w-]{1,80}$/), MessageBody: z.string().min(1) }))
    .min(1),
});

/** The limits of the real one: ten messages with different ids and 256 KB in all. */
export async function startSqsServer(): Promise<SqsServer> {
  const sent: SentMessage[] = [];
  const refused = new Map<string, number>();

  const isRefused = (body: string) => {
    const [text, left = 0] = [...refused].find(([one]) => body.includes(one)) ?? [];
    if (text !== undefined) refused.set(text, left - 1);
    return left > 0;
  };
  const take = (QueueUrl: string, { Id, MessageBody: body }: { Id: string; MessageBody: string }) => {
    const messageId = `message-${sent.length + 1}`;
    sent.push({ queueUrl: QueueUrl, messageId, body });
    return { Id, MessageId: messageId, MD5OfMessageBody: createHash("md5").update(body).digest("hex") };
  };
  const answer = (recorded: RecordedRequest): Message => {
    if (recorded.headers["x-amz-target"] !== "AmazonSQS.SendMessageBatch") return sqsError("InvalidAction");
    const { QueueUrl, Entries } = request.parse(recorded.json());
    if (Entries.length > 10) return sqsError("com.amazonaws.sqs#TooManyEntriesInBatchRequest");
    if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length)
      return sqsError("com.amazonaws.sqs#BatchEntryIdsNotDistinct");
    const bytes = Entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
    if (bytes > 262_144) return sqsError("com.amazonaws.sqs#BatchRequestTooLong");
    const failing = new Set(Entries.filter(({ MessageBody }) => isRefused(MessageBody)));
    return amzJson({
      Successful: Entries.filter((entry) => !failing.has(entry)).map((entry) => take(QueueUrl, entry)),
      Failed: [...failing].map(({ Id }) => ({ Id, SenderFault: false, Code: "InternalError" })),
    });
  };

  const server = await startScriptedServer({ name: "sqs", handle: answer });
  const queueUrl = (name: string) => `${server.url}/123456789012/${name}`;
  const client = createQueueClient({
    endpoint: server.url,
    region: "eu-central-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    // One attempt: the SDK's own retries would sleep.
    maxAttempts: 1,
  });
  return {
    ...server,
    sent,
    queueUrl,
    queue: (name, clock) => new SqsBatchQueue(client, queueUrl(name), clock),
    refuse: (text, times) => refused.set(text, times),
    async close() {
      client.destroy();
      await server.close();
    },
  };
}

/** A refusal in SQS's form. */
export function sqsError(type: string, status = 400): Message {
  return amzJson({ __type: type, message: "a message that may name queues" }, status);
}

function amzJson(value: unknown, status = 200): Message {
  return json(value, status, { "content-type": "application/x-amz-json-1.0" });
}
