import { ServiceError } from "../../errors/service-error.ts";
import type { Metrics } from "../../metrics/metrics.ts";

/** The context to which a data key is bound. The key service refuses to unwrap the key in any other. */
export interface KeyContext {
  tenant_id: string;
  purpose: "tenant-data";
  stage: string;
}

export interface GeneratedDataKey {
  /** 32 bytes. The holder must zero it after use. */
  plaintext: Buffer;
  /** The same key, wrapped for storage, in base64. */
  wrapped: string;
}

/** Holds the master keys: AWS KMS, or a local file. Throws KeyUnavailableError or KeyServiceBusyError. */
export interface KeyService {
  generateDataKey(context: KeyContext): Promise<GeneratedDataKey>;
  unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer>;
}

/** Owner of a master key: the stage, or the tenant that provided the key and may disable it. */
export type KeyOwner = "stage" | "tenant";

/**
 * The key is disabled, deleted or not accessible, or the wrapped key does not belong to this context.
 * Retrying does not help.
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
 * The key service is throttled or down for all keys, so retrying later may work. Callers see only this
 * message. The service's response is the `cause`, which is logged.
 */
export class KeyServiceBusyError extends ServiceError {
  override readonly name = "KeyServiceBusyError";

  constructor(answer: string, { cause = new Error(answer) }: ErrorOptions = {}) {
    super("unavailable", "The key service is not responding at the moment. Try again shortly.", { cause });
  }
}

/**
 * Wraps a key service and counts its errors, once per request even if many calls wait for it. Errors of
 * tenants' own keys are counted separately, because a tenant may disable such a key.
 */
export function countKeyErrors(keys: KeyService, metrics: Metrics): KeyService {
  const count = (error: unknown, tenant_id: string) => {
    if (error instanceof KeyServiceBusyError)
      metrics.add("plumbline_key_refusals_total", { error_code: "key_service_busy", tenant_id });
    if (!(error instanceof KeyUnavailableError)) return;
    if (error.owner === "tenant") metrics.add("plumbline_own_key_refusals_total", { tenant_id });
    else metrics.add("plumbline_key_refusals_total", { error_code: "key_unavailable", tenant_id });
  };
  const countCall = async <Answer>(tenant_id: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      count(error, tenant_id);
      throw error;
    }
  };
  return {
    generateDataKey: (context) => countCall(context.tenant_id, () => keys.generateDataKey(context)),
    unwrapDataKey: (wrapped, context) =>
      countCall(context.tenant_id, () => keys.unwrapDataKey(wrapped, context)),
  };
}
