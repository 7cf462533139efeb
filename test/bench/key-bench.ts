import { countKeyOperations } from "../support/key-operations.ts";

const TENANTS = 100;
const CALLS = 10_000;
const MINUTES = 60;

/** Counts how often calls of many tenants ask the key service (KMS), in one process. */
export async function keyBench(): Promise<void> {
  console.log(
    `\nKey operations of ${CALLS} tool calls over ${TENANTS} tenants in ${MINUTES} minutes of the clock`,
  );
  const { ofCalls, mostInFiveMinutes } = await countKeyOperations({
    tenants: TENANTS,
    calls: CALLS,
    spanMs: MINUTES * 60_000,
  });
  const perTenant = (ofCalls / TENANTS / (MINUTES / 5)).toFixed(2);
  console.log(`In all, API keys checked each time: ${ofCalls}`);
  console.log(`A tenant in five minutes:           ${perTenant}   (to be reached: at most 1)`);
  console.log(`Most of one in any five minutes:    ${mostInFiveMinutes}`);
}
