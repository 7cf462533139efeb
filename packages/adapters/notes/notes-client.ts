import type { Secret } from "@plumbline/core/access/secret.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type * as z from "zod";
import { exchangeJson, type JsonRequest, successBody } from "../json-exchange.ts";
import { notesError } from "./notes-errors.ts";

/** Answer header that holds the provider's id of a request. */
export const NOTES_REQUEST_ID = "x-notion-request-id";

/** SPEC.md, Versioning: pinned. */
const VERSION = "2022-06-28";

/** The tenant's connection to the notes app. */
export interface NotesConnection {
  baseUrl: string;
  token: Secret;
}

export interface NotesCall<Answer extends z.ZodType> {
  method: JsonRequest["method"];
  /** Below the base URL, such as `v1/pages`; ids in it have been checked. */
  path: string;
  effect: "read" | "write";
  body?: Readonly<Record<string, unknown>>;
  /** What a success must hold. */
  answer: Answer;
}

/** One call of the notes app's REST API. Throws one of the four adapter errors. */
export async function callNotes<Answer extends z.ZodType>(
  context: Pick<ActionContext, "http" | "clock">,
  { baseUrl, token }: NotesConnection,
  { answer: schema, ...request }: NotesCall<Answer>,
): Promise<z.output<Answer>> {
  const answer = await exchangeJson(context, {
    ...request,
    baseUrl,
    headers: { authorization: `Bearer ${token.reveal()}`, "notion-version": VERSION },
    requestIdHeader: NOTES_REQUEST_ID,
  });
  const error = notesError(answer);
  if (error) throw error;
  return successBody(answer, schema, "The notes app");
}
