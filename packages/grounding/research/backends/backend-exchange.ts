import type { HttpClient, HttpRequest, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import type { BackendName } from "../outcome.ts";
import { BackendFailure, type SearchCall } from "./search-backend.ts";
import { transportFailure } from "./transport-failure.ts";

/** What a backend is made with: where it is and through what it is reached. */
export interface BackendConnection {
  http: HttpClient;
  baseUrl: string;
}

type BackendRequest = Pick<HttpRequest, "method" | "url" | "headers"> & { body?: string };

/** Sends one search within the call's time. Whatever keeps an answer from coming is a BackendFailure. */
export async function askBackend(
  backend: BackendName,
  http: HttpClient,
  call: SearchCall,
  request: BackendRequest,
): Promise<HttpResponse> {
  try {
    return await (call.http ?? http).send({
      ...request,
      effect: "read",
      timeoutMs: call.timeoutMs,
      signal: call.signal,
    });
  } catch (error) {
    if (error instanceof AdapterError)
      throw new BackendFailure(backend, transportFailure(error, call.timeoutMs));
    throw error;
  }
}

/** The answer's body in the shape the schema reads, or a BackendFailure that says what came instead. */
export function readAnswer<Shape>(
  backend: BackendName,
  response: HttpResponse,
  schema: z.ZodType<Shape>,
): Shape {
  const json = response.json();
  if (json === undefined) {
    throw new BackendFailure(
      backend,
      looksLikeHtml(response) ? "answered HTML instead of JSON" : "its answer is not JSON",
    );
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new BackendFailure(backend, "its answer has an unknown shape");
  return parsed.data;
}

/** What an error status means where the backend's own table has nothing more exact. */
export function failureFromStatus(backend: BackendName, status: number): BackendFailure {
  if (status === 429) return new BackendFailure(backend, "rate limited");
  if (status === 401 || status === 403)
    return new BackendFailure(backend, `access was refused (${status})`, { keyRefused: true });
  return new BackendFailure(backend, `answered ${status}`);
}

/** Entries of one list that are read; no answer has so many, and telling why an entry is broken takes its time. */
const MOST_ENTRIES = 200;

/**
 * A list whose broken entries are left out. A list of nothing but broken entries is broken as a whole: the format has changed,
 * and that is not "nothing found". Only the first 200 entries are read.
 */
export function tolerantList<Entry>(entry: z.ZodType<Entry>) {
  return z.array(z.unknown()).transform((raw, context): Entry[] => {
    const entries = raw.slice(0, MOST_ENTRIES).flatMap((one) => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    if (raw.length > 0 && entries.length === 0) context.addIssue("no entry of the list can be read");
    return entries;
  });
}

/** A text that may be missing, null or of another type; then it counts as missing. */
export const optionalText = z.string().optional().catch(undefined);

function looksLikeHtml(response: HttpResponse): boolean {
  return /html/i.test(response.headers["content-type"] ?? "") || /^\s*</.test(response.text().slice(0, 200));
}
