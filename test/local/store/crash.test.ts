import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { DynamoCredentialStore } from "@plumbline/aws/dynamodb/dynamo-credential-store.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { EMBEDDED_TABLE, openEmbeddedStore } from "@plumbline/local/store/embedded-store.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleCredential } from "../../aws/dynamodb/sample-records.ts";

const WRITER = fileURLToPath(new URL("./crash-writer.ts", import.meta.url));

describe("kill -9 while it writes", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plumbline-crash-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([1, 10, 101])("loses nothing of %d acknowledged records and blocks no label", async (count) => {
    const acknowledged = await writeAndKill(folder, count);
    expect(acknowledged.length).toBeGreaterThanOrEqual(count);

    const embedded = await openEmbeddedStore({ path: folder });
    try {
      expect(embedded.hadItems).toBe(true);
      const store = new DynamoCredentialStore(new TableClient(embedded.client, EMBEDDED_TABLE));
      for (const id of acknowledged) {
        expect(await store.get("t", id)).toEqual(sampleCredential({ id, tenant_id: "t", label: id }));
      }
      for (const label of inFlight(acknowledged)) {
        const again = sampleCredential({ id: `again ${label}`, tenant_id: "t", label });
        const whole = (await store.get("t", label)) !== undefined;
        expect(await store.create(again)).toBe(whole ? "label_taken" : undefined);
      }
    } finally {
      await embedded.close();
    }
  });
});

/** Kills the writer, without a word, as soon as it has acknowledged `count` records. */
async function writeAndKill(folder: string, count: number): Promise<string[]> {
  const child = spawn(process.execPath, ["--import", "tsx", WRITER, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill("SIGKILL");
  }
  expect((await exited)[1]).toBe("SIGKILL");
  return acknowledged;
}

/** The labels each of the four writers was about to write, which nobody acknowledged. */
function inFlight(acknowledged: readonly string[]): string[] {
  return [0, 1, 2, 3].map(
    (writer) => `${writer}-${acknowledged.filter((id) => id.startsWith(`${writer}-`)).length}`,
  );
}
