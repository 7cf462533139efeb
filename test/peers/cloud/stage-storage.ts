import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { SSMClient } from "@aws-sdk/client-ssm";
import { REGION } from "./built-stage.ts";

const TABLE = "dev-plumbline-Table";
const KEY_TABLE = "dev-plumbline-KeyTable";

/** Tables as the runbook has AWS restore them. */
export const RESTORED = { main: "dev-plumbline-Restored", keys: "dev-plumbline-RestoredKeys" };

/** Where a tenant's first data key is, in the key table. */
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
   * Returns the keys and indexes of the main table or of the key table as CloudFormation made them. Leaves
   * out its recovery and the expiry of items, which moto's CloudFormation does not set up.
   */
  async describeTable(which: "main" | "keys") {
    const TableName = which === "main" ? TABLE : KEY_TABLE;
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
    const { Item } = await this.#dynamo.send(
      new GetItemCommand({ ...at(tenantId, sk), ConsistentRead: true }),
    );
    const text = Item?.[attribute]?.S;
    if (text === undefined) throw new Error(`${sk} has no text ${attribute}.`);
    return text;
  }

  async setText(tenantId: string, sk: string, attribute: string, text: string): Promise<void> {
    const command = new UpdateItemCommand({
      ...at(tenantId, sk),
      UpdateExpression: "SET #attribute = :text",
      ExpressionAttributeNames: { "#attribute": attribute },
      ExpressionAttributeValues: { ":text": { S: text } },
    });
    await this.#dynamo.send(command);
  }

  /** All that is in both tables, as JSON. */
  async everything(): Promise<string> {
    const scans = [TABLE, KEY_TABLE].map((TableName) =>
      this.#dynamo.send(new ScanCommand({ TableName, ConsistentRead: true })),
    );
    return JSON.stringify((await Promise.all(scans)).map(({ Items }) => Items));
  }

  /** Turns recovery on, which moto's CloudFormation leaves out. */
  async allowRecovery(): Promise<void> {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    for (const TableName of [TABLE, KEY_TABLE])
      await this.#dynamo.send(
        new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
      );
  }

  /** Has both tables restored beside themselves, as they are now. */
  async restoreTables(): Promise<void> {
    for (const [SourceTableName, TargetTableName] of [
      [TABLE, RESTORED.main],
      [KEY_TABLE, RESTORED.keys],
    ] as const) {
      if ((await this.tableNames()).includes(TargetTableName))
        await this.#dynamo.send(new DeleteTableCommand({ TableName: TargetTableName }));
      await this.#dynamo.send(
        new RestoreTableToPointInTimeCommand({
          ...{ SourceTableName, TargetTableName },
          UseLatestRestorableTime: true,
        }),
      );
    }
  }

  async tableNames(): Promise<string[]> {
    return (await this.#dynamo.send(new ListTablesCommand({}))).TableNames ?? [];
  }

  close(): void {
    for (const client of [this.kms, this.sqs, this.ssm, this.#dynamo]) client.destroy();
  }
}

/** Data keys are in the key table, all else in the main one. */
function at(tenantId: string, sk: string) {
  const TableName = sk.startsWith("DEK#") ? KEY_TABLE : TABLE;
  return { TableName, Key: { pk: { S: `TENANT#${tenantId}` }, sk: { S: sk } } };
}
