import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoClient } from "@plumbline/aws/dynamodb/client.ts";
import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { beforeAll, describe } from "vitest";
import { describeRecordStore } from "../../stores/record-store-suite.ts";
import { createTableInput } from "../../support/dynalite/create-table-input.ts";
import { startedForFile } from "../../support/started.ts";
import { startMoto } from "./moto.ts";

/** moto knows TransactWriteItems by itself, which the embedded server of the other tests was taught. */
describe("records on moto's DynamoDB", () => {
  const moto = startedForFile(startMoto);
  let store: DynamoRecordStore;
  beforeAll(async () => {
    const client = createDynamoClient({
      region: "eu-central-1",
      endpoint: moto.url,
      credentials: { accessKeyId: "peer", secretAccessKey: "peer" },
    });
    for (const name of ["records", "record-keys"])
      await client.send(new CreateTableCommand(createTableInput(name)));
    const [table, keyTable] = [new TableClient(client, "records"), new TableClient(client, "record-keys")];
    store = new DynamoRecordStore(table, keyTable, systemClock);
  });
  describeRecordStore(() => store);
});
