import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { SSMClient } from "@aws-sdk/client-ssm";
import { REGION } from "./built-stage.ts";

const TableName = "dev-plumbline-Table";

/** Where a tenant's first data key is. */
export const DATA_KEY = "DEK#000000001";

/** Direct access to the account, past the service, to read and change its storage and keys. */
export class StageStorage {
  readonly kms: KMSClient;
  readonly sqs: SQSClient;
  readonly ssm: SSMClient;
  readonly #dynamo: DynamoDBClient;

  constructor(endpoint: string) {
    const credentials = { accessKeyId: "account", secretAccessKey: "under-test" };
    const options = { endpoint, region: REGION, credentials };
    this.kms = new KMSClient(options);
    this.sqs = new SQSClient(options);
    this.ssm = new SSMClient(options);
    this.#dynamo = new DynamoDBClient(options);
  }

  /**
   * Returns the table's keys and indexes as CloudFormation made them. Leaves out its recovery and the expiry
   * of items, which moto's CloudFormation does not set up.
   */
  async describeTable() {
    const { Table } = await this.#dynamo.send(new DescribeTableCommand({ TableName }));
    return {
      keys: Table?.KeySchema?.map(({ AttributeName }) => AttributeName),
      indexes: Table?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [
        IndexName,
        Projection?.ProjectionType,
      ]),
    };
  }

  /** One text of an item of a tenant, `CRED#…`, `DEK#…`. */
  async textOf(tenantId: string, sk: string, attribute: string): Promise<string> {
    const Key = { pk: { S: `TENANT#${tenantId}` }, sk: { S: sk } };
    const { Item } = await this.#dynamo.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    const text = Item?.[attribute]?.S;
    if (text === undefined) throw new Error(`${sk} has no text ${attribute}.`);
    return text;
  }

  async setText(tenantId: string, sk: string, attribute: string, text: string): Promise<void> {
    const command = new UpdateItemCommand({
      TableName,
      Key: { pk: { S: `TENANT#${tenantId}` }, sk: { S: sk } },
      UpdateExpression: "SET #attribute = :text",
      ExpressionAttributeNames: { "#attribute": attribute },
      ExpressionAttributeValues: { ":text": { S: text } },
    });
    await this.#dynamo.send(command);
  }

  /** All that is in the table, as JSON. */
  async everything(): Promise<string> {
    const { Items } = await this.#dynamo.send(new ScanCommand({ TableName, ConsistentRead: true }));
    return JSON.stringify(Items);
  }

  close(): void {
    for (const client of [this.kms, this.sqs, this.ssm, this.#dynamo]) client.destroy();
  }
}
