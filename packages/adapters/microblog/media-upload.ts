import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { loadMedia, MEDIA_TYPES, type MediaSource } from "./media-source.ts";
import type { MicroblogCall } from "./microblog-client.ts";

/**
 * Size of an uploaded segment. The provider accepts up to 5 MB, but smaller segments are faster to resend.
 */
const SEGMENT_BYTES = 1024 * 1024;

const MAX_MESSAGE = 400;

/** Progress of the provider's media processing. Omitted once the media are ready. */
export const processingInfo = z.lazy(() =>
  toOptionalField(
    z.object({
      state: optionalText,
      check_after_secs: toOptionalField(z.number()),
      error: toOptionalField(z.object({ name: optionalText, message: optionalText })),
    }),
  ),
);

type Processing = z.output<typeof processingInfo>;

/** ID of uploaded media or of a post: digits, too many for a JavaScript number. */
export const mediaId = z.string().regex(/^\d{1,30}$/);

/** Makes one authorized call with the upload's base URL. */
export type MediaCall = <Answer extends z.ZodType>(
  call: Pick<MicroblogCall<Answer>, "method" | "path" | "body" | "answer" | "nextSteps">,
) => Promise<z.output<Answer>>;

/** Steps of a chunked upload, in either version of the provider's API. */
export interface MediaUpload {
  initialize(media: { media_type: string; total_bytes: number; media_category: string }): Promise<string>;
  append(id: string, index: number, segment: Buffer): Promise<void>;
  finalize(id: string): Promise<Processing>;
  status(id: string): Promise<Processing>;
  describe(id: string, altText: string): Promise<void>;
}

/**
 * Thrown if the older upload was shut down or is not available to this app. The newer one must then be used.
 */
export class OlderUploadClosed extends Error {
  override readonly name = "OlderUploadClosed";
}

/** The provider's two uploads. `second` is used after `first` turns out to be closed. */
export interface MediaUploads {
  first: MediaUpload;
  second?: MediaUpload | undefined;
}

type UploadContext = Pick<ActionContext, "once" | "guarded" | "clock" | "deadline" | "signal">;

/**
 * Uploads media, waits until they can be posted, and returns their ID. Each step runs once per call, so that
 * a later attempt does not send the file again. Throws one of the four adapter errors.
 */
export async function uploadMedia(
  context: UploadContext,
  { first, second }: MediaUploads,
  source: MediaSource,
): Promise<string> {
  // Shared by the whole call, so that the closed API is tried only for the first media item.
  const known = await context.once("which upload", async () => ({ firstClosed: false }));
  let read: Promise<Buffer> | undefined;
  const loadBytes = () => {
    read ??= loadMedia(context, source);
    return read;
  };
  if (second !== undefined && known.firstClosed)
    return runUpload(context, { upload: second, name: "newer" }, source, loadBytes);
  try {
    return await runUpload(context, { upload: first, name: "first" }, source, loadBytes);
  } catch (error) {
    if (second === undefined || !(error instanceof OlderUploadClosed)) throw error;
    known.firstClosed = true;
    return runUpload(context, { upload: second, name: "newer" }, source, loadBytes);
  }
}

async function runUpload(
  context: UploadContext,
  { upload, name }: { upload: MediaUpload; name: string },
  source: MediaSource,
  bytes: () => Promise<Buffer>,
): Promise<string> {
  const { argument, altText } = source;
  const step = (done: string) => `${argument} ${done} by the ${name} upload`;
  const sent = await context.once(step("sent"), async () => sendSegments(upload, source, await bytes()));
  await context.once(step("processed"), () => waitUntilProcessed(context, upload, sent, argument));
  if (altText !== undefined) await context.once(step("described"), () => upload.describe(sent.id, altText));
  return sent.id;
}

async function sendSegments(upload: MediaUpload, source: MediaSource, bytes: Buffer) {
  const id = await upload.initialize({
    media_type: source.type,
    total_bytes: bytes.length,
    media_category: MEDIA_TYPES[source.type].category,
  });
  for (let index = 0; index * SEGMENT_BYTES < bytes.length; index++) {
    await upload.append(id, index, bytes.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES));
  }
  return { id, processing: await upload.finalize(id) };
}

async function waitUntilProcessed(
  context: UploadContext,
  upload: MediaUpload,
  { id, processing }: { id: string; processing: Processing },
  argument: string,
): Promise<void> {
  let now = processing;
  while (now && getState(now) !== "succeeded") {
    if (getState(now) === "failed") {
      const said = now.error?.message ?? now.error?.name;
      const why = said === undefined ? "" : `: ${cutText(said, MAX_MESSAGE)}`;
      throw new AdapterValidationError(`${argument}: the microblog (X) could not process it${why}.`);
    }
    await pause(context, Math.max(1, now.check_after_secs ?? 1) * 1000, argument);
    now = await upload.status(id);
  }
}

/**
 * Returns the processing state. An error means failure, whatever the state. Without a state, a time to check
 * again means pending.
 */
function getState({ state, check_after_secs, error }: NonNullable<Processing>): string {
  if (error !== undefined) return "failed";
  if (state !== undefined) return state;
  return check_after_secs === undefined ? "succeeded" : "pending";
}

async function pause(
  { clock, deadline, signal }: UploadContext,
  ms: number,
  argument: string,
): Promise<void> {
  if (ms >= deadline.remainingMs()) {
    throw new AdapterTransientError(
      `${argument}: the microblog (X) did not finish processing it before the call's deadline.`,
      {
        permanent: true,
        nextStep: "Nothing was posted. Use a smaller file, or call again later.",
      },
    );
  }
  try {
    await clock.wait(ms, signal);
  } catch {
    throw new AdapterTransientError(
      "The call was cancelled while the microblog (X) was processing its media.",
      {
        permanent: true,
      },
    );
  }
}
