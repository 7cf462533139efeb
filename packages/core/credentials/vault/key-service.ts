import { ServiceError } from "../../errors/service-error.ts";
import type { Metrics } from "../../metrics/metrics.ts";

/** Context that a data key is bound to; the key service refuses to unwrap the key under any other. */
export interface KeyContext {
  tenant_id: string;
  purpose: "tenant-data";
  stage: string;
}

export interface GeneratedDataKey {
  /** 32 bytes; whoever holds it zeroes it when done. */
  plaintext: Buffer;
  /** The same key wrapped, to be stored; base64. */
  wrapped: string;
}

/**
 * The keeper of master keys: AWS KMS, or a file on one machine. Throws KeyUnavailableError or
 * KeyServiceBusyError.
 */
export interface KeyService {
  generateDataKey(context: KeyContext): Promise<GeneratedDataKey>;
  unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer>;
}

/** Whose master key it is: the stage's, or one that the tenant brought and may shut. */
export type KeyOwner = "stage" | "tenant";

/**
 * The key is disabled, gone, or not ours to use, or the wrapped key does not belong to this context. No retry
 * helps.
 */
export class KeyUnavailableError extends Error {
  override readonly name = "KeyUnavailableError";
  readonly owner: KeyOwner;

  constructor(message: string, { owner = "stage", ...options }: ErrorOptions & { owner?: KeyOwner } = {}) {
    super(message, options);
    this.owner = owner;
  }
}

/**
 * The key service is throttled or down, whosever key was asked for; later may work. Callers are told that
 * much, and the log what it answered, which is the cause.
 */
export class KeyServiceBusyError extends ServiceError {
  override readonly name = "KeyServiceBusyError";

  constructor(answer: string, { cause = new Error(answer) }: ErrorOptions = {}) {
    super("unavailable", "The key service does not answer at the moment; try again shortly.", { cause });
  }
}

/**
 * The same key service, its refusals counted: once for each time it was asked, however many calls wait for
 * the answer. Those of keys that tenants brought are counted apart, as it is the tenant who may shut such a
 * key.
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
