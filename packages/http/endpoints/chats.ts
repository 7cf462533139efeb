import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { ChatKey } from "@plumbline/core/conversations/chat-records.ts";
import { type Chat, chatNotFound } from "@plumbline/core/conversations/chats.ts";
import {
  mayReadAllConversations,
  ownerOf,
  ownerOfEndUser,
} from "@plumbline/core/conversations/conversation-owner.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import * as z from "zod";
import { readJson, readQuery } from "../request.ts";
import { runRating } from "./agent-runs.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { addKeyNames, chosenId, endUserName, keyNameField, visibleName } from "./fields.ts";
import { createCursorError, createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";

const chat = z.lazy(() =>
  z
    .object({
      conversation_id: z.string(),
      title: z.string().describe("The start of the first message, until the chat is renamed."),
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime().describe("When it last had a run or was renamed."),
      expires_at: z.iso.datetime(),
      key_id: z.string().describe("The key that started it."),
      key_name: keyNameField,
      end_user: z.string().nullable(),
      own: z.boolean().describe("The chat belongs to the caller, who may rename and continue it."),
    })
    .meta({ id: "Chat", description: "A conversation as kept for the people who took part in it." }),
);

const chatDetail = z.lazy(() =>
  chat
    .unwrap()
    .extend({
      runs: z
        .array(
          z.object({
            run_id: z.string(),
            at: z.iso.datetime(),
            message: z.string(),
            rating: runRating.nullable(),
          }),
        )
        .describe(
          "Its runs, oldest first, at most 200. For a message that was run again, only the last run.",
        ),
    })
    .meta({ id: "ChatDetail", description: "A chat with the runs that answered its messages." }),
);

const ofChat = z.object({ id: chosenId.meta({ examples: ["chat-42"] }) });
const NOT_YOURS =
  "There is no such chat, it is no longer kept, or it belongs to another end user or key and this key lacks `conversations:manage`.";

const listChats = operation({
  id: "listChats",
  access: "agent",
  summary: "List chats",
  description:
    "The caller's conversations, latest first. They are kept for `CHAT_DAYS` days. A search reads up to 1,000 chats per page, " +
    "so a page may contain fewer than `limit`, or none, and still have a `next_cursor`.",
  query: pageQuery.extend({
    search: z
      .string()
      .max(200)
      .optional()
      .describe("Only chats whose title or user messages contain all of these words."),
    owner: z
      .enum(["own", "all"])
      .default("own")
      .describe("`all`: chats of everyone in the tenant; requires `conversations:manage`."),
    end_user: endUserName.optional().describe("Only chats of this person; requires `conversations:manage`."),
  }),
  answers: () => ({ 200: jsonAnswer("A page of chats.", createPageSchema(chat)) }),
  refusals: { forbidden: "The key lacks `conversations:manage`, or may only use certain credentials." },
});

const getChat = operation({
  id: "getChat",
  access: "agent",
  summary: "Read a chat",
  description:
    "The user's messages, each with the run that answered it: `GET /api/v1/agent/runs/{id}/stream` replays it. Callers can read their " +
    "own chats; with the scope `conversations:manage`, any chat of the tenant. `DELETE /api/v1/conversations/{id}` erases it.",
  params: ofChat,
  answers: () => ({ 200: jsonAnswer("The chat.", chatDetail) }),
  refusals: { not_found: NOT_YOURS },
});

const renaming = z.strictObject({ title: visibleName });

const renameChat = operation({
  id: "renameChat",
  access: "agent",
  summary: "Rename a chat",
  description: "Changes the title of one of the caller's chats.",
  params: ofChat,
  body: renaming,
  answers: () => ({ 200: jsonAnswer("The chat.", chatDetail) }),
  refusals: { not_found: NOT_YOURS },
});

/** Creates the routes that list, read and rename chats. */
export function chatRoutes({ conversations, tenants }: Service): readonly Route[] {
  const { chats } = conversations;
  const format = async (caller: TenantCaller, found: readonly Chat[]) => {
    const { digest } = ownerOf(caller);
    const named = await addKeyNames(tenants, caller.tenantId, found);
    return named.map(({ owner, ...shown }) => ({ ...shown, own: owner === digest }));
  };
  const find = (context: Context, caller: TenantCaller, mayReadAll: boolean): Promise<ChatKey> => {
    const id = chosenId.safeParse(context.req.param("id"));
    if (!id.success) throw chatNotFound();
    const { digest } = ownerOf(caller);
    return chats.find(caller.tenantId, id.data, mayReadAll ? undefined : digest);
  };
  return [
    route(listChats, async (context, caller) => {
      const { cursor, limit, search, owner, end_user: endUser } = readQuery(context, listChats.query);
      if (owner === "all" || endUser !== undefined) requireAllConversations(caller);
      const { tenantId } = caller;
      const own = endUser === undefined ? ownerOf(caller) : ownerOfEndUser(tenantId, endUser);
      const digest = owner === "all" && endUser === undefined ? undefined : own.digest;
      const listed = { tenantId, digest };
      const page = { ...toPageRequest({ cursor, limit }), search };
      if (!chats.isCursor(listed, page.after)) throw createCursorError("cursor");
      const found = await chats.list(listed, page);
      const items = await format(caller, found.items);
      return context.json(formatPage({ ...found, items }, ({ runs: _runs, ...shown }) => shown));
    }),
    route(getChat, async (context, caller) => {
      const place = await find(context, caller, mayReadAllConversations(caller));
      return context.json((await format(caller, [await chats.get(place)]))[0]);
    }),
    route(renameChat, async (context, caller) => {
      const { title } = await readJson(context, renaming);
      const place = await find(context, caller, false);
      return context.json((await format(caller, [await chats.rename(place, title)]))[0]);
    }),
  ];
}

function requireAllConversations(caller: TenantCaller): void {
  if (mayReadAllConversations(caller)) return;
  throw new ServiceError(
    "forbidden",
    "To list other people's chats, use a key with the scope conversations:manage that is not limited to certain credentials.",
  );
}
