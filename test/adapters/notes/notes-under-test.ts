import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type NotesServer, startNotes } from "@plumbline/sandbox/notes/notes.ts";
import { sampleNotesToken, sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The id of a page or block that a scripted answer names. */
export const SOME_ID = "5eed0000-0000-4000-8000-00000000abcd";

/** The service in front of the notes app, and a connection to it. */
export interface NotesUnderTest extends AdapterUnderTest {
  notes: NotesServer;
  /** Queries the tasks. */
  query(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Creates a task. */
  create(args?: Record<string, unknown>, options?: CallOptions): Promise<DispatchResult>;
  /** Returns the requests that reached the notes app, as `METHOD /path`. */
  asked(): string[];
  /** Bodies of the requests that begin so, parsed. */
  bodies(match: string): Record<string, unknown>[];
}

export async function startNotesUnderTest(
  options: { clock?: ManualClock; token?: string } = {},
): Promise<NotesUnderTest> {
  const { clock = new ManualClock(), token = sampleNotesToken } = options;
  const notes = await startNotes();
  const under = await startAdapterUnderTest({ clock, endpoints: { notes: { baseUrl: notes.url } } });
  await under.connect({ kind: "notes", token });
  return {
    ...under,
    notes,
    query: (args, more) => under.call("notes_query", { database_id: sampleTasksDatabaseId, ...args }, more),
    create: (args, more) => {
      const parent = { database_id: sampleTasksDatabaseId };
      return under.call("notes_create_page", { parent, title: "Buy soap", ...args }, more);
    },
    asked: () => notes.requests.map(({ method, path }) => `${method} ${path}`),
    bodies: (match) =>
      notes.requests
        .filter(({ method, path }) => `${method} ${path}`.startsWith(match))
        .map((request) => JSON.parse(request.text)),
    async close() {
      await under.close();
      await notes.close();
    },
  };
}

/** Resolves when the notes app has read its `count`-th request and the client knows that it went out. */
export async function untilAsked(under: NotesUnderTest, count: number): Promise<void> {
  await under.notes.waitForRequests(count);
  await new Promise(setImmediate);
}
