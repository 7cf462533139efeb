import {
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import * as z from "zod";
import type { FunctionName } from "../../../stacks/routes.ts";
import type { EventSource } from "./aws-control.ts";
import type { DeployedStage } from "./deployed-stage.ts";

const answered = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/**
 * Does once what Lambda does all the time for a queue that an event source names: receives a batch, invokes
 * the function, deletes what it did not name as failed. Answers the bodies of the messages there were.
 */
export async function takeFromQueue(
  stage: DeployedStage,
  sqs: SQSClient,
  source: EventSource,
): Promise<string[]> {
  const QueueName = source.EventSourceArn.split(":").at(-1);
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: source.BatchSize });
  const { Messages: messages = [] } = await sqs.send(receive);
  if (messages.length === 0) return [];
  const Records = messages.map(({ MessageId, Body }) => ({ messageId: MessageId, body: Body }));
  const invoked = await stage.invoke(await receiverOf(stage, source), { Records });
  const failed = new Set(
    answered.parse(invoked).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  );
  const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ""));
  const Entries = done.map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle }));
  if (Entries.length > 0) await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  if (failed.size > 0) throw new Error(`${failed.size} of ${messages.length} messages failed.`);
  return Records.map(({ body = "" }) => body);
}

async function receiverOf({ control }: DeployedStage, { FunctionArn }: EventSource): Promise<FunctionName> {
  const receiver = (await control.functions()).find((one) => one.FunctionArn === FunctionArn);
  const name = /^packages\/functions\/handlers\/(poll|deliver)\.handler$/.exec(receiver?.Handler ?? "")?.[1];
  if (name !== "poll" && name !== "deliver") throw new Error(`No function receives from ${FunctionArn}.`);
  return name;
}
