import type { Clock } from "../clock/clock.ts";
import type { CredentialName } from "../credentials/credential.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type LogFields, type Logger, type LogLevel } from "../log/logger.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { ToolRefusal } from "../tool/tool.ts";
import { type Call, isWriteInDoubt } from "./call.ts";
import { failureFields, failureOutcome, refusalOutcome } from "./call-failure.ts";
import type { DispatchFailure, DispatchSuccess } from "./dispatch-result.ts";
import { type CallOutcome, recordCall } from "./record-call.ts";
import { loggable, redactText } from "./redaction.ts";

/** Ends calls and previews: each with one log line and one result, and a call counted. */
export class CallEndings {
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #metrics: Metrics;

  constructor(ports: { clock: Clock; logger: Logger; metrics?: Metrics | undefined }) {
    this.#clock = ports.clock;
    this.#logger = ports.logger;
    this.#metrics = ports.metrics ?? noMetrics;
  }

  succeeded(call: Call, result: unknown): DispatchSuccess {
    const doubt = isWriteInDoubt(call) ? { possible_duplicate: true as const } : {};
    this.#log(call, "info", doubt);
    this.#record(call, "ok");
    const { tool, attempts } = call;
    const counted = { attempts, elapsed_ms: this.#elapsed(call) };
    return { ok: true, tool: tool.name, ...accountOf(call), result, ...doubt, ...counted };
  }

  /** Throws what is no refusal of a tool or a provider. */
  failed(call: Call, error: unknown): DispatchFailure {
    const { tool, attempts } = call;
    const about = { ok: false as const, tool: tool.name, ...accountOf(call) };
    const counted = { attempts, elapsed_ms: this.#elapsed(call) };
    if (error instanceof ToolRefusal) {
      this.#log(call, "info", { error_code: error.detail.errorCode });
      this.#record(call, "refused", error.detail.errorCode);
      return { ...about, ...refusalOutcome(call, error), ...counted };
    }
    if (error instanceof AdapterError) {
      this.#log(call, "warn", failureFields(call, error));
      this.#record(call, outcomeOf(call), error.code);
      return { ...about, ...failureOutcome(call, error), ...counted };
    }
    const code = error instanceof ServiceError ? error.code : "internal";
    this.#log(call, "error", { error_code: code, ...describeUnexpected(error) });
    this.#record(call, "failed", code);
    throw error;
  }

  #elapsed(call: Call): number {
    return Math.round(this.#clock.monotonic() - call.startedAt);
  }

  #record(call: Call, outcome: CallOutcome, errorCode?: string): void {
    recordCall(this.#metrics, call, { outcome, errorCode, elapsedMs: this.#elapsed(call) });
  }

  #log(call: Call, level: LogLevel, more: LogFields = {}): void {
    this.#logger.log(level, call.event, {
      request_id: call.options.requestId,
      tenant_id: call.tenantId,
      credential_id: call.credential?.id,
      ...accountOf(call),
      tool: call.tool.name,
      attempts: call.attempts,
      elapsed_ms: this.#elapsed(call),
      provider_request_id: loggable(call.http?.providerRequestId, call.secrets),
      provider_status: call.http?.providerStatus,
      ...more,
    });
  }
}

/** Names the call's account. A label is free text: somebody may have put a token into it. */
function accountOf(call: Call): { credential?: CredentialName } {
  const { credential, secrets } = call;
  if (!credential) return {};
  const { id, kind, label } = credential;
  call.accountName ??= { id, kind, label: redactText(label, secrets) };
  return { credential: call.accountName };
}

function outcomeOf({ tries, outcomeUnknown }: Call): CallOutcome {
  if (tries === 0) return "refused";
  return outcomeUnknown ? "unknown" : "failed";
}
