/** What a data key is bound to; the key service refuses to unwrap it under any other. */
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

/** The keeper of master keys: AWS KMS, or a file on one machine. Throws KeyUnavailableError or KeyServiceBusyError. */
export interface KeyService {
  generateDataKey(context: KeyContext): Promise<GeneratedDataKey>;
  unwrapDataKey(wrapped: string, context: KeyContext): Promise<Buffer>;
}

/** Whose master key it is: the stage's, or one that the tenant brought and may shut. */
export type KeyOwner = "stage" | "tenant";

/** The key is disabled, gone, or not ours to use, or the wrapped key does not belong to this context. No retry helps. */
export class KeyUnavailableError extends Error {
  override readonly name = "KeyUnavailableError";
  readonly owner: KeyOwner;

  constructor(message: string, { owner = "stage", ...options }: ErrorOptions & { owner?: KeyOwner } = {}) {
    super(message, options);
    this.owner = owner;
  }
}

/** The key service is throttled or down, whosever key was asked for; later may work. */
export class KeyServiceBusyError extends Error {
  override readonly name = "KeyServiceBusyError";
}
