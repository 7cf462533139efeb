import { AdapterError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import {
  type MediaCall,
  type MediaUpload,
  mediaId,
  OlderUploadClosed,
  processingInfo,
} from "./media-upload.ts";

const PATH = "1.1/media/upload.json";

/**
 * Statuses of an upload API that was shut down or is not available to this app (docs.x.com, "Media upload":
 * v1.1 and v2).
 */
const CLOSED: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

const initialized = z.looseObject({ media_id_string: mediaId });
const progress = z.looseObject({ processing_info: processingInfo });

/**
 * Creates the older upload, for OAuth 1.0a. It has one path with a `command` for each step. `authorized`
 * makes an authorized call with the upload's base URL. Each step throws OlderUploadClosed for status 403, 404
 * or 410, and otherwise one of the four adapter errors.
 */
export function createMediaUploadV1(authorized: MediaCall): MediaUpload {
  const call: MediaCall = async (step) => {
    try {
      return await authorized(step);
    } catch (error) {
      if (error instanceof AdapterError && CLOSED.has(error.detail.status)) throw new OlderUploadClosed();
      throw error;
    }
  };
  const post = <Answer extends z.ZodType>(form: Readonly<Record<string, string>>, answer: Answer) =>
    call({ method: "POST", path: PATH, body: { form }, answer });
  return {
    async initialize({ total_bytes, ...media }) {
      const form = { command: "INIT", total_bytes: String(total_bytes), ...media };
      return (await post(form, initialized)).media_id_string;
    },
    async append(id, index, media) {
      const fields = { command: "APPEND", media_id: id, segment_index: String(index) };
      await call({ method: "POST", path: PATH, body: { fields, media }, answer: z.unknown() });
    },
    finalize: async (id) => (await post({ command: "FINALIZE", media_id: id }, progress)).processing_info,
    async status(id) {
      const path = `${PATH}?command=STATUS&media_id=${id}`;
      return (await call({ method: "GET", path, answer: progress })).processing_info;
    },
    async describe(id, altText) {
      const json = { media_id: id, alt_text: { text: altText } };
      await call({
        method: "POST",
        path: "1.1/media/metadata/create.json",
        body: { json },
        answer: z.unknown(),
      });
    },
  };
}
