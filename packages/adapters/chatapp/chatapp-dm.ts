import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { type ChatappContext, callChatapp } from "./chatapp-client.ts";
import { PREVIEWED_POST, postedMessage, postMessages } from "./post-messages.ts";
import { chatapp } from "./provider.ts";
import { classifyRecipient, recipientReference } from "./references.ts";
import {
  createMessages,
  listMessageDestinations,
  listMessageTexts,
  messageArguments,
} from "./text/outgoing-text.ts";

const lookupResponse = z.lazy(() =>
  z.object({
    user: z.looseObject({ id: z.string().min(1), deleted: toOptionalField(z.boolean()) }),
  }),
);
const openResponse = z.object({ channel: z.looseObject({ id: z.string().min(1) }) });

/**
 * Defines `chatapp_dm`, which sends a direct message. For an e-mail address or a name, it first looks up the
 * person and opens the conversation.
 */
export function chatappDm(baseUrl: string): Tool {
  return defineTool({
    name: "chatapp_dm",
    title: "Send a direct chat message",
    sentence: "Send|Sent a message to {to}[: {text}]",
    description: `Sends a direct message to one person in the ${providerTitle(chatapp)}. Not for channels: use chatapp_post_channel.`,
    input: z.object({
      to: recipientReference.describe("User id (U…), link, e-mail or @name."),
      ...messageArguments,
    }),
    example: { to: "ada@example.com", text: "The engine is ready." },
    output: postedMessage,
    ...atProvider(chatapp, baseUrl),
    effect: "write",
    idempotency: "none",
    reads: "nothing",
    destinations: (input) => [
      { kind: "recipient", value: input.to, argument: "to" },
      ...listMessageDestinations(input),
    ],
    texts: listMessageTexts,
    resolved: ({ channel }, { to }) => [{ names: [to], id: channel }],
    identifiers: ["to", "format"],
    async run({ to, ...message }, context) {
      const messages = await createMessages(message, context);
      const findUser = async (email: string) => {
        const { user } = await callChatapp(context, baseUrl, {
          method: "users.lookupByEmail",
          effect: "read",
          fields: { email },
          answer: lookupResponse,
        });
        if (user.deleted)
          throw new AdapterValidationError("The account with this e-mail address is deactivated.");
        return user.id;
      };
      const openConversation = async (users: string) => {
        const call = { method: "conversations.open", effect: "read", fields: { users } } as const;
        return (await callChatapp(context, baseUrl, { ...call, answer: openResponse })).channel.id;
      };
      const kind = classifyRecipient(to);
      // Each step runs once per call, so a retry after a failed post does not repeat it.
      const find = { email: () => findUser(to), name: () => findMember(context, baseUrl, to.slice(1)) };
      const user = kind === "email" || kind === "name" ? await context.once("user", find[kind]) : to;
      const channel =
        kind === "conversation" ? to : await context.once("conversation", () => openConversation(user));
      return postMessages(context, baseUrl, { channel }, messages);
    },
    previewAnswer({ url }, _index, { to }) {
      const method = url.pathname.split("/").at(-1);
      if (method === "users.list")
        return { body: { ok: true, members: [{ id: "<id of the user>", name: to.slice(1) }] } };
      if (method === "users.lookupByEmail") return { body: { ok: true, user: { id: "<id of the user>" } } };
      if (method === "conversations.open")
        return { body: { ok: true, channel: { id: "<id of the conversation>" } } };
      return PREVIEWED_POST;
    },
  });
}

const PAGE_SIZE = 1_000;
/** Maximum number of pages to read. The provider allows about 20 requests per minute. */
const MAX_PAGES = 10;
const MAX_LISTED = 10;

const listResponse = z.lazy(() =>
  z.object({
    members: toReadableItems(
      z.object({
        id: z.string().min(1),
        name: optionalText,
        deleted: toOptionalField(z.boolean()),
        is_bot: toOptionalField(z.boolean()),
        profile: toOptionalField(
          z.object({ display_name: optionalText, real_name: optionalText, email: optionalText }),
        ),
      }),
    ),
    response_metadata: toOptionalField(z.object({ next_cursor: optionalText })),
  }),
);
type Member = z.output<typeof listResponse>["members"]["items"][number];

/**
 * Returns the ID of the only active person with this handle, display name or full name. Members choose their
 * names, so none takes precedence. Throws AdapterValidationError if nobody matches, or several do.
 */
async function findMember(context: ChatappContext, baseUrl: string, name: string): Promise<string> {
  const found: Member[] = [];
  for (let cursor = "", page = 0; page === 0 || cursor !== ""; page += 1) {
    if (page === MAX_PAGES)
      throw new AdapterValidationError("to: the workspace is too large to find a person by name.", BY_ID);
    const { members, response_metadata } = await callChatapp(context, baseUrl, {
      method: "users.list",
      effect: "read",
      fields: { limit: String(PAGE_SIZE), ...(cursor !== "" && { cursor }) },
      answer: listResponse,
    });
    found.push(...members.items.filter((member) => isCalled(member, name)));
    cursor = response_metadata?.next_cursor ?? "";
  }
  const [one, ...others] = found;
  if (!one) throw new AdapterValidationError(`to: nobody in the workspace is called "${name}".`, BY_ID);
  if (others.length === 0) return one.id;
  const listed = found
    .slice(0, MAX_LISTED)
    .map(({ id, profile }) => `${id} (${profile?.email ?? "no address"})`);
  throw new AdapterValidationError(`to: "${name}" matches more than one person.`, {
    nextStep: `Use the ID of the intended one: ${listed.join(", ")}.`,
  });
}

const BY_ID = { nextStep: "Use the person's e-mail address or user ID." };

function isCalled({ name, deleted, is_bot, profile }: Member, wanted: string): boolean {
  if (deleted || is_bot) return false;
  const names = [name, profile?.display_name, profile?.real_name];
  return names.some((one) => one?.toLowerCase() === wanted.toLowerCase());
}
