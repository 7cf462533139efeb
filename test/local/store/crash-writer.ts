import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "@plumbline/local/store/embedded-store.ts";
import { sampleCredential } from "../../aws/dynamodb/sample-records.ts";

/** Run as a process of its own: writes credentials until it is killed and prints each id once it is acknowledged. */
const WRITERS = 4;

const path = process.argv[2];
if (path === undefined) throw new Error("Name the store's folder.");
const { client } = await openEmbeddedStore({ path });
const store = new DynamoCredentialStore(new TableClient(client, EMBEDDED_TABLE));

async function writeForEver(writer: number): Promise<never> {
  for (let count = 0; ; count++) {
    const id = `${writer}-${count}`;
    const conflict = await store.create(sampleCredential({ id, tenant_id: "t", label: id }));
    process.stdout.write(`${conflict ?? id}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeForEver(writer)));
