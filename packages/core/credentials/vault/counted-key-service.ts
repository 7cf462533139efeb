import type { Metrics } from "../../metrics/metrics.ts";
import { type KeyService, KeyServiceBusyError, KeyUnavailableError } from "./key-service.ts";

/** The same key service, its refusals counted: once for each time it was asked, however many calls wait for the answer. */
export function countedKeyService(keys: KeyService, metrics: Metrics): KeyService {
  const counted = async <Answer>(tenant_id: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      const error_code = refusalCode(error);
      if (error_code !== undefined) metrics.add("plumbline_key_refusals_total", { error_code, tenant_id });
      throw error;
    }
  };
  return {
    generateDataKey: (context) => counted(context.tenant_id, () => keys.generateDataKey(context)),
    unwrapDataKey: (wrapped, context) =>
      counted(context.tenant_id, () => keys.unwrapDataKey(wrapped, context)),
  };
}

function refusalCode(error: unknown): string | undefined {
  if (error instanceof KeyUnavailableError) return "key_unavailable";
  return error instanceof KeyServiceBusyError ? "key_service_busy" : undefined;
}
