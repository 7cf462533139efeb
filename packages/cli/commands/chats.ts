import { apiCommand } from "./api-command.ts";
import { group } from "./command.ts";

/** Commands for stored conversations (see `CHAT_DAYS`). */
export const addChatCommands = group({
  word: "chats",
  about: "List, search, read, rename and delete conversations with the agent.",
  commands: [
    apiCommand({
      route: "GET /api/v1/chats",
      words: "list",
      about: "List your chats, the latest first.",
      options: {
        search: "--search <words>  only chats with all of these words",
        owner: ["--owner <whose>  own, or those of everybody in the tenant", ["own", "all"]],
        end_user: "--end-user <name>  only of this person",
      },
      examples: ["plumbline chats list", "plumbline chats list --search invoice"],
      table: () => ({
        columns: { CHAT: "conversation_id", UPDATED: "updated_at", TITLE: "title" },
        empty: "No chat is kept.",
      }),
    }),
    apiCommand({
      route: "GET /api/v1/chats/{id}",
      words: "show <id>",
      about: "Show the messages of a chat and the runs that answered them.",
      out: ({ title, runs }) =>
        [title, ...runs.flatMap(({ at, run_id, message }) => ["", `${at}  run ${run_id}`, message])].join(
          "\n",
        ),
    }),
    apiCommand({
      route: "PATCH /api/v1/chats/{id}",
      words: "rename <id> <title>",
      about: "Give a chat another title.",
      examples: ['plumbline chats rename CHAT_ID "Invoices of May"'],
      out: ({ title }) => `renamed to ${title}`,
    }),
    apiCommand({
      route: "DELETE /api/v1/conversations/{id}",
      words: "delete <id>",
      about: "Erase a conversation with its chat and its runs.",
      json: false,
      out: (_gone, { id }) => `deleted ${id}`,
    }),
  ],
});
