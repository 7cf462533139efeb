import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import type { Message } from "@plumbline/sandbox/server/reply.ts";

/** One adapter and its provider's own SDK, set to make the same call of the same server. */
export interface ProviderBench {
  /** The SDK's package. */
  sdk: string;
  /** The server's answer to each `METHOD /path`, whatever the request contains. */
  answers: Readonly<Record<string, Message>>;
  /** The adapter's endpoints, all at this server. */
  endpoints(url: string): Partial<ProviderEndpoints>;
  kind: CredentialKind;
  token: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
  /** The SDK's call, its retries off where it has any. Throws when the answer is not the expected one. */
  sdkCall(url: string): Promise<() => Promise<void>>;
}

/** A benchmark that measures failures measures nothing. */
export function expectId(id: string | null | undefined): void {
  if (!id) throw new Error("the answer has no id");
}
