import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import {
  EMBEDDED_TABLE,
  type EmbeddedStore,
  openEmbeddedStore,
} from "@plumbline/local/store/embedded-store.ts";
import { afterAll, beforeAll, describe } from "vitest";
import { describeStores } from "./store-suite.ts";

describe("the stores on the embedded table", () => {
  let store: EmbeddedStore;
  beforeAll(async () => {
    store = await openEmbeddedStore();
  });
  afterAll(() => store.close());

  describeStores(() => new TableClient(store.client, EMBEDDED_TABLE));
});
