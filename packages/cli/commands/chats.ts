import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ApiClient } from "../api-client.ts";
import { toPrintable, toPrintableLine } from "../printable.ts";
import { withSpinner } from "../spinner.ts";
import { printJson } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { command, group, JSON_ALONE } from "./command.ts";

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
    command({
      words: "show <id>",
      about: "Show the messages of a chat with their answers.",
      options: JSON_ALONE,
      async run({ id, json }, { terminal, api }) {
        const { data: chat } = await api.GET("/api/v1/chats/{id}", { params: { path: { id } } });
        const runs = await withSpinner(terminal, "reading the answers…", readAnswers(api, chat.runs));
        if (json) return printJson(terminal, { ...chat, runs });
        terminal.out(`${toPrintableLine(chat.title)}\n`);
        for (const { at, run_id, message, text } of runs) {
          terminal.out(`\n${at}  run ${run_id}\n> ${toPrintable(message)}\n\n`);
          terminal.out(`${toPrintable(text?.trim() || "(no answer)")}\n`);
        }
      },
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

type Run = Schemas["ChatDetail"]["runs"][number];

/** Adds to each run the text that it answered, or `null` if the run is no longer kept. */
async function readAnswers(
  api: ApiClient,
  runs: readonly Run[],
): Promise<readonly (Run & { text: string | null })[]> {
  const answered = [];
  for (const run of runs) answered.push({ ...run, text: await readText(api, run.run_id) });
  return answered;
}

async function readText(api: ApiClient, id: string): Promise<string | null> {
  try {
    return (await api.GET("/api/v1/agent/runs/{id}", { params: { path: { id } } })).data.text;
  } catch (error) {
    if (error instanceof PlumblineError && error.code === "not_found") return null;
    throw error;
  }
}
