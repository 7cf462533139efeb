import type { Logger } from "@plumbline/core/log/logger.ts";
import type { ModelError } from "../model/model-error.ts";

/** One line for the operator: the client is told the code and a plain sentence, here stands what the provider said. */
export function logModelFailure(
  logger: Logger,
  { code, detail }: ModelError,
  requestId: string | undefined,
): void {
  logger.log("warn", "model_failed", {
    request_id: requestId,
    error_code: code,
    provider_code: detail.providerCode,
    provider_request_id: detail.providerRequestId,
    provider_status: detail.status,
  });
}
