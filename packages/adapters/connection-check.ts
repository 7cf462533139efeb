import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, CredentialNeed, Reach } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { atProvider, type ConnectionCheck, type Provider, providerTitle } from "./define-adapter.ts";

const testedAccount = z.lazy(() =>
  z.object({
    account: z.string().optional().describe("The name people know the account by."),
    account_id: z.string().optional(),
    account_url: z.string().optional(),
    metadata: z.object({ urn: z.string() }).optional().describe("What a new connection is missing."),
  }),
);

export interface CheckDefinition extends Omit<ConnectionCheck, "kinds" | "test"> {
  /** Last part of the test tool's name, for example `crm`. */
  word: string;
  /** Description of the test's request. */
  description: string;
  credential: CredentialNeed & { use: "required" };
  reach: Reach;
  /** Throws an AdapterError if the credential does not work. */
  test(context: ActionContext<OpenCredential>): Promise<z.input<typeof testedAccount>>;
}

/** Creates the check of a provider's tokens by a read that returns whose they are. */
export function accountCheck(
  provider: Provider,
  baseUrl: string,
  test: CheckDefinition["test"],
  more: Partial<CheckDefinition> = {},
): ConnectionCheck {
  return connectionCheck({
    word: provider.word,
    description: `Asks the ${providerTitle(provider)} who owns the token; changes nothing.`,
    ...atProvider(provider, baseUrl),
    test,
    ...more,
  });
}

/** Creates the check of a provider's credentials. Its test is the provider's cheapest authenticated read. */
export function connectionCheck({
  word,
  test,
  fits,
  revoke,
  readMailPart,
  ...declared
}: CheckDefinition): ConnectionCheck {
  return {
    kinds: declared.credential.kinds,
    ...(fits && { fits }),
    ...(revoke && { revoke }),
    ...(readMailPart && { readMailPart }),
    test: defineTool({
      ...declared,
      name: `credential_test:${word}`,
      input: z.object({}),
      output: testedAccount,
      effect: "read",
      idempotency: "read",
      reads: "own",
      run: (_input, context) => test(context),
    }),
  };
}
