import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Leave, Shares } from "@plumbline/core/fairness/shares.ts";

/**
 * Admits a stream or a completion: waits for a place among those of its kind, and answers with what gives the
 * place back. Throws ServiceError `too_many_requests`, with `retry-after`, when the tenant may have no more
 * for now. A client that leaves while it waits gives up its turn; what it is thrown then reaches nobody.
 */
export async function admit(
  shares: Shares,
  { tenantId }: Pick<TenantCaller, "tenantId">,
  options: { signal: AbortSignal; atMost?: number | undefined },
): Promise<Leave> {
  try {
    return await shares.enter({ tenantId, ...options });
  } catch (error) {
    if (!(error instanceof AdapterError) || error.code !== "rate_limit") throw error;
    const { retryAfterSeconds = 1 } = error.detail;
    throw new ServiceError("too_many_requests", error.message, { retryAfterSeconds });
  }
}
