import type { Metrics } from "../../metrics/metrics.ts";
import { type KeyService, KeyServiceBusyError, KeyUnavailableError } from "./key-service.ts";

/**
 * The same key service, its refusals counted: once for each time it was asked, however many calls wait for the answer. Those of keys that
 * tenants brought are counted apart, as it is the tenant who may shut such a key.
 */
export function countedKeyService(keys: KeyService, metrics: Metrics): KeyService {
  const count = (error: unknown, tenant_id: string) => {
    if (error instanceof KeyServiceBusyError)
      metrics.add("plumbline_key_refusals_total", { error_code: "key_service_busy", tenant_id });
    if (!(error instanceof KeyUnavailableError)) return;
    if (error.owner === "tenant") metrics.add("plumbline_own_key_refusals_total", { tenant_id });
    else metrics.add("plumbline_key_refusals_total", { error_code: "key_unavailable", tenant_id });
  };
  const counted = async <Answer>(tenant_id: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      count(error, tenant_id);
      throw error;
    }
  };
  return {
    generateDataKey: (context) => counted(context.tenant_id, () => keys.generateDataKey(context)),
    unwrapDataKey: (wrapped, context) =>
      counted(context.tenant_id, () => keys.unwrapDataKey(wrapped, context)),
  };
}
