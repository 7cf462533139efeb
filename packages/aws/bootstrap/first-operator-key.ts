import type { Secret } from "@plumbline/core/access/secret.ts";
import { Tenants } from "@plumbline/core/access/tenants.ts";
import { type Clock, type Random, timestamp } from "@plumbline/core/clock/clock.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { IF_ABSENT, type TableClient } from "../dynamodb/table-client.ts";

/** Stands where a stage has its first operator key. */
const MARK = { pk: "BOOTSTRAP", sk: "OPERATOR" };

export interface BootstrapOptions {
  table: TableClient;
  records: Pick<OpenedRecords, "access" | "closingRows">;
  clock: Clock;
  random: Random;
  /** The key's name, as lists of keys show it. */
  name: string;
  /** A further key, of a stage that has had its first. */
  another: boolean;
}

/**
 * Makes a stage's first operator key, with which tenants are created over HTTP, and returns it this one time
 * only. It works in the tables, so it needs the rights of whoever deploys. Throws ConfigurationError for
 * a stage that has already had its first key, and ServiceError `unavailable`.
 */
export async function firstOperatorKey({
  table,
  records: { access, closingRows },
  clock,
  random,
  name,
  another,
}: BootstrapOptions): Promise<{ keyId: string; key: Secret }> {
  const isFirst = await table.putOwn({ ...MARK, made_at: timestamp(clock.now()) }, IF_ABSENT);
  if (!isFirst && !another) {
    const made = await table.get(MARK);
    throw new ConfigurationError(
      `This stage has had its first operator key since ${made?.made_at}. If it is lost, make another with --another.`,
    );
  }
  // Nothing of a new stage was made without a signature.
  if (isFirst) await closingRows.write();
  const tenants = new Tenants(access, clock, random);
  const { record, key } = await tenants.createOperatorKey({ name });
  return { keyId: record.key_id, key };
}
