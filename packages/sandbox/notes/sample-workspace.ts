import { richTextItem } from "./rich-text.ts";
import { NotesWorkspace } from "./workspace.ts";

/** A token of the sample workspace that may read and insert. */
export const sampleNotesToken = "ntn_sandbox00writer";

/** A read-only token of the sample workspace. */
export const sampleReadOnlyNotesToken = "ntn_sandbox00reader";

/** The sample workspace's database of tasks. Its title property is called "Task". */
export const sampleTasksDatabaseId = "0da7aba5-e000-4000-8000-000000000001";

/** A database with two data sources, which the pinned API version cannot access. */
export const sampleMultiSourceDatabaseId = "0da7aba5-e000-4000-8000-000000000002";

/**
 * Creates a small workspace: a database with three tasks, one of which contains text, and a database with two
 * data sources.
 */
export function sampleNotesWorkspace(): NotesWorkspace {
  const workspace = new NotesWorkspace({
    tokens: {
      [sampleNotesToken]: { botName: "Plumbline", capabilities: ["read_content", "insert_content"] },
      [sampleReadOnlyNotesToken]: { botName: "Reader", capabilities: ["read_content"] },
    },
    databases: [
      {
        id: sampleTasksDatabaseId,
        title: "Tasks",
        properties: {
          Task: { id: "title", type: "title" },
          Status: { id: "st%3A1", type: "status", options: ["To do", "Doing", "Done"] },
          Tags: { id: "tg%3A1", type: "multi_select", options: ["home", "work"] },
          Due: { id: "du%3A1", type: "date" },
          Points: { id: "pt%3A1", type: "number" },
          Urgent: { id: "ur%3A1", type: "checkbox" },
          Notes: { id: "nt%3A1", type: "rich_text" },
          Link: { id: "ln%3A1", type: "url" },
          Owner: { id: "ow%3A1", type: "people" },
          Score: { id: "sc%3A1", type: "formula" },
        },
      },
      {
        id: sampleMultiSourceDatabaseId,
        title: "Two sources",
        properties: { Name: { id: "title", type: "title" } },
        dataSources: ["0da7a500-e000-4000-8000-000000000001", "0da7a500-e000-4000-8000-000000000002"],
      },
    ],
  });
  const first = addTask(workspace, "Water the plants", "To do", 1);
  addTask(workspace, "Pay the rent 🏠", "Doing", 3);
  addTask(workspace, "Übersetzung prüfen", "Done", 2);
  const text = (words: string) => ({ rich_text: [richTextItem(words)] });
  workspace.addBlock(first.id, "heading_1", text("Plants"));
  const list = workspace.addBlock(first.id, "bulleted_list_item", text("Fern"));
  workspace.addBlock(list.id, "to_do", { ...text("twice a week"), checked: true });
  return workspace;
}

function addTask(workspace: NotesWorkspace, title: string, status: string, points: number) {
  return workspace.addPage({
    parent: { database_id: sampleTasksDatabaseId },
    properties: {
      Task: { id: "title", type: "title", title: [richTextItem(title)] },
      Status: { id: "st%3A1", type: "status", status: { id: status, name: status, color: "default" } },
      Points: { id: "pt%3A1", type: "number", number: points },
      Score: { id: "sc%3A1", type: "formula", formula: { type: "number", number: points * 10 } },
    },
  });
}
