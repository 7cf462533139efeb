import type { OpenCredential } from "@plumbline/core/credentials/resolver.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { exchangeJson, parseSuccessBody } from "../json-exchange.ts";
import { tracker } from "./provider.ts";
import { toTrackerError } from "./tracker-errors.ts";

const envelope = z.object({ data: z.unknown() });

export type TrackerContext = Pick<ActionContext<OpenCredential>, "http" | "clock" | "credential">;

export interface TrackerOperation<Data extends z.ZodType> {
  /** One GraphQL query or mutation. */
  document: string;
  variables?: Readonly<Record<string, unknown>>;
  effect: "read" | "write";
  /** Schema of `data` in a successful response. */
  data: Data;
}

/**
 * Sends one GraphQL operation and returns its `data`. Sends a personal API key without a scheme in the
 * header, and an OAuth token (`metadata.auth_form` is "bearer") as a bearer token. Throws one of the four
 * adapter errors.
 */
export async function callTracker<Data extends z.ZodType>(
  context: TrackerContext,
  baseUrl: string,
  { document, variables = {}, effect, data }: TrackerOperation<Data>,
): Promise<z.output<Data>> {
  const { token, metadata } = context.credential;
  const bearer = metadata.auth_form === "bearer";
  const answer = await exchangeJson(context, {
    method: "POST",
    baseUrl,
    path: "",
    headers: { authorization: bearer ? `Bearer ${token.reveal()}` : token.reveal() },
    body: { query: document, variables },
    effect,
    requestIdHeader: tracker.requestIdHeader,
  });
  const error = toTrackerError(answer, bearer, context.clock.now());
  if (error) throw error;
  const body = envelope.safeParse(answer.body).data?.data;
  return parseSuccessBody({ ...answer, body }, data, "the issue tracker (Linear)");
}

/** Creates the error for a response that lacks a requested field. */
export function createUnreadableError(): AdapterTransientError {
  return new AdapterTransientError("The response of the issue tracker (Linear) could not be read.");
}
