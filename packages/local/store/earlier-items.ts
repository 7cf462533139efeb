import { createRequire } from "node:module";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { failureOf } from "./commit-batch.js";

/** An item of the one table that earlier versions kept, in plain values. */
export interface EarlierItem {
  pk: string;
  sk: string;
  readonly [attribute: string]: unknown;
}

/** The inside of dynalite 4.0.0, as far as it is used here. */
interface Dynalite {
  db: { open(): Promise<void>; close(): Promise<void> };
}
type Attributes = Record<string, Record<string, unknown>>;
interface ScanAnswer {
  Items?: Attributes[];
  LastEvaluatedKey?: Attributes;
}
type Scan = (
  store: Dynalite,
  input: object,
  callback: (error: Error | null, answer: ScanAnswer) => void,
) => void;

const TABLE = "plumbline";
const READ_TOGETHER = 500;

/**
 * Reads all items of an earlier store, some at a time. Throws ConfigurationError when it is in use or cannot
 * be read, and when dynalite is not installed, which `npm ci` without `--omit=dev` does.
 */
export async function* readEarlierItems(path: string): AsyncGenerator<EarlierItem[]> {
  const { create, scan } = loadDynalite();
  const store = create({ path, createTableMs: 0 });
  try {
    await store.db.open();
  } catch (cause) {
    const isLocked = cause instanceof Error && failureOf(cause.cause).code === "LEVEL_LOCKED";
    throw new ConfigurationError(
      isLocked
        ? `${path} is in use by another Plumbline; stop it first.`
        : `${path} cannot be opened: ${failureOf(cause).message}.`,
      { cause },
    );
  }
  try {
    let start: Attributes | undefined;
    do {
      const input = { TableName: TABLE, Limit: READ_TOGETHER, ...(start && { ExclusiveStartKey: start }) };
      const answer = await new Promise<ScanAnswer>((resolve, reject) =>
        scan(store, input, (error, found) => (error ? reject(error) : resolve(found))),
      );
      yield (answer.Items ?? []).map((attributes) => plainItem(attributes));
      start = answer.LastEvaluatedKey;
    } while (start);
  } finally {
    await store.db.close();
  }
}

function loadDynalite(): { create(options: object): Dynalite; scan: Scan } {
  // Not an import: it is there only where development dependencies are installed.
  const load = createRequire(import.meta.url);
  try {
    const { create } = load("dynalite/db") as { create(options: object): Dynalite };
    return { create, scan: load("dynalite/actions/scan") as Scan };
  } catch (cause) {
    throw new ConfigurationError(
      "The import needs a checkout of Plumbline with its development dependencies: run npm ci there first.",
      {
        cause,
      },
    );
  }
}

function plainItem(attributes: Attributes): EarlierItem {
  const item = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, plainValue(value)]),
  );
  return { ...item, pk: String(item.pk), sk: String(item.sk) };
}

/** One value of DynamoDB's JSON: `{"S": "text"}`, `{"L": [...]}` and so on. */
function plainValue(attribute: Record<string, unknown>): unknown {
  const [[type, value] = []] = Object.entries(attribute);
  if (type === "N") return Number(value);
  if (type === "NULL") return null;
  if (type === "L") return (value as Record<string, unknown>[]).map(plainValue);
  if (type === "M") {
    const members = Object.entries(value as Attributes);
    return Object.fromEntries(members.map(([name, member]) => [name, plainValue(member)]));
  }
  return value;
}
