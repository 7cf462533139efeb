import * as z from "zod";
import { AdapterAuthError } from "../../errors/adapter-error.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ConnectionCheck } from "../connection-check.ts";
import { CHATAPP_REQUEST_ID, callChatapp } from "./chatapp-client.ts";

const identity = z.looseObject({ user: z.string().optional(), team: z.string().optional() });

/** Testing and revoking a chat app token: `auth.test` and `auth.revoke`. */
export function chatappConnection(baseUrl: string): ConnectionCheck {
  const kinds = ["chatapp_bot", "chatapp_user"] as const;
  const credential = { use: "required", kinds } as const;
  const reach = { to: "provider", baseUrls: [baseUrl], requestIdHeader: CHATAPP_REQUEST_ID } as const;
  return {
    kinds,
    test: defineTool({
      name: "credential_test:chatapp",
      description: "Asks the chat app whom the token belongs to; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string().optional() }),
      credential,
      effect: "read",
      idempotency: "read",
      reach,
      async run(_input, context) {
        const call = { method: "auth.test", effect: "read", fields: {}, answer: identity } as const;
        const { user, team } = await callChatapp(context, { baseUrl, token: context.credential.token }, call);
        const account = [user, team].filter((part) => part !== undefined).join(" @ ");
        return account === "" ? {} : { account };
      },
    }),
    revoke: defineTool({
      name: "credential_revoke:chatapp",
      description: "Tells the chat app that the token is revoked for good.",
      input: z.object({}),
      output: z.object({ revoked: z.boolean() }),
      credential,
      effect: "write",
      idempotency: "upsert",
      reach,
      async run(_input, context) {
        const answer = z.object({ revoked: z.boolean() });
        const call = { method: "auth.revoke", effect: "write", fields: {}, answer } as const;
        try {
          return await callChatapp(context, { baseUrl, token: context.credential.token }, call);
        } catch (error) {
          // Revoked already, perhaps by an attempt whose answer was lost: what was asked for is so.
          if (error instanceof AdapterAuthError && error.detail.providerCode === "token_revoked")
            return { revoked: true };
          throw error;
        }
      },
    }),
  };
}
