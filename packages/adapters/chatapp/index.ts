import { AdapterAuthError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { noDestinations } from "@plumbline/core/tool/destination.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { accountCheck } from "../connection-check.ts";
import { atProvider, type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { callChatapp } from "./chatapp-client.ts";
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
  return accountCheck(
    chatapp,
    baseUrl,
    async (context) => {
      const call = { method: "auth.test", effect: "read", fields: {}, answer: identity } as const;
      const { user, team, user_id, team_id, url } = await callChatapp(context, baseUrl, call);
      const account = [user, team].filter((part) => part !== undefined).join(" @ ");
      return {
        ...(account === "" ? {} : { account }),
        ...(user_id && team_id ? { account_id: `${team_id}/${user_id}` } : {}),
        ...(url === undefined ? {} : { account_url: url }),
      };
    },
    { revoke: createRevocation(baseUrl) },
  );
}

function createRevocation(baseUrl: string): Tool {
  return defineTool({
    name: "credential_revoke:chatapp",
    description: "Revokes the token at the chat app (Slack) permanently.",
    input: z.object({}),
    output: z.object({ revoked: z.boolean() }),
    ...atProvider(chatapp, baseUrl),
    effect: "write",
    idempotency: "upsert",
    reads: "nothing",
    destinations: noDestinations,
    async run(_input, context) {
      const call = { method: "auth.revoke", effect: "write", fields: {}, answer: revocation } as const;
      try {
        const { revoked = true } = await callChatapp(context, baseUrl, call);
        return { revoked };
      } catch (error) {
        // Already revoked, perhaps by an attempt whose response was lost. Nothing is left to do.
        if (error instanceof AdapterAuthError && error.detail.providerCode === "token_revoked")
          return { revoked: true };
        throw error;
      }
    },
  });
}
