import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { withinConnection } from "@plumbline/core/tool/destination.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { connectionCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { CHATAPP_REQUEST_ID, callChatapp } from "./chatapp-client.ts";
import { chatappDm } from "./chatapp-dm.ts";
import { chatappPostChannel } from "./chatapp-post-channel.ts";
import { chatapp } from "./provider.ts";

export const chatappAdapter = defineAdapter({
  providers: [chatapp],
  tools: ({ endpoints: { chatapp } }) => [chatappDm(chatapp.baseUrl), chatappPostChannel(chatapp.baseUrl)],
  connectionChecks: ({ endpoints: { chatapp } }) => [createChatappCheck(chatapp.baseUrl)],
});

/** Response of `auth.test`. `ok` or any of the names proves that the chat app sent it. */
const identity = z
  .object({
    ok: toOptionalField(z.boolean()),
    user: optionalText,
    team: optionalText,
    user_id: optionalText,
    team_id: optionalText,
    url: optionalText,
  })
  .refine((answer) => Object.values(answer).some((field) => field !== undefined));
const revocation = z
  .object({ ok: toOptionalField(z.boolean()), revoked: toOptionalField(z.boolean()) })
  .refine(({ ok, revoked }) => ok === true || revoked !== undefined);

/** Tests and revokes a chat app token with `auth.test` and `auth.revoke`. */
export function createChatappCheck(baseUrl: string): ConnectionCheck {
  const kinds = ["chatapp_bot", "chatapp_user"] as const;
  const credential = { use: "required", kinds } as const;
  const reach = { to: "provider", baseUrls: [baseUrl], requestIdHeader: CHATAPP_REQUEST_ID } as const;
  return connectionCheck({
    word: "chatapp",
    description: "Asks the chat app (Slack) who owns the token; changes nothing.",
    credential,
    reach,
    async test(context) {
      const call = { method: "auth.test", effect: "read", fields: {}, answer: identity } as const;
      const { user, team, user_id, team_id, url } = await callChatapp(
        context,
        { baseUrl, token: context.credential.token },
        call,
      );
      const account = [user, team].filter((part) => part !== undefined).join(" @ ");
      return {
        ...(account === "" ? {} : { account }),
        ...(user_id && team_id ? { account_id: `${team_id}/${user_id}` } : {}),
        ...(url === undefined ? {} : { account_url: url }),
      };
    },
    revoke: defineTool({
      name: "credential_revoke:chatapp",
      description: "Revokes the token at the chat app (Slack) permanently.",
      input: z.object({}),
      output: z.object({ revoked: z.boolean() }),
      credential,
      effect: "write",
      idempotency: "upsert",
      reach,
      reads: "nothing",
      destinations: withinConnection,
      async run(_input, context) {
        const call = { method: "auth.revoke", effect: "write", fields: {}, answer: revocation } as const;
        try {
          const { revoked = true } = await callChatapp(
            context,
            { baseUrl, token: context.credential.token },
            call,
          );
          return { revoked };
        } catch (error) {
          // Already revoked, perhaps by an attempt whose response was lost. Nothing is left to do.
          if (error instanceof AdapterAuthError && error.detail.providerCode === "token_revoked")
            return { revoked: true };
          throw error;
        }
      },
    }),
  });
}
