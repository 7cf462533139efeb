import * as z from "zod";
import { optionalField } from "../answer-fields.ts";
import { type MediaCall, type MediaUpload, mediaId, processingInfo } from "./media-upload.ts";

const PATH = "2/media/upload";

const initialized = z.looseObject({ data: z.looseObject({ id: mediaId }) });
const progress = z.object({ data: optionalField(z.object({ processing_info: processingInfo })) });

/**
 * The newer upload, for OAuth 2 tokens with the scope `media.write` and for OAuth 1.0a. It has a path for
 * each step. `authorized` makes an authorized call with the API's base URL. `refused` is the advice after a
 * 403.
 */
export function mediaUploadV2(authorized: MediaCall, refused: string): MediaUpload {
  const call: MediaCall = (step) => authorized({ ...step, nextSteps: { 403: refused } });
  return {
    async initialize(json) {
      const path = `${PATH}/initialize`;
      return (await call({ method: "POST", path, body: { json }, answer: initialized })).data.id;
    },
    async append(id, index, media) {
      const body = { fields: { segment_index: String(index) }, media };
      await call({ method: "POST", path: `${PATH}/${id}/append`, body, answer: z.unknown() });
    },
    async finalize(id) {
      const path = `${PATH}/${id}/finalize`;
      return (await call({ method: "POST", path, answer: progress })).data?.processing_info;
    },
    async status(id) {
      const path = `${PATH}?command=STATUS&media_id=${id}`;
      return (await call({ method: "GET", path, answer: progress })).data?.processing_info;
    },
    async describe(id, altText) {
      const json = { id, metadata: { alt_text: { text: altText } } };
      await call({ method: "POST", path: "2/media/metadata", body: { json }, answer: z.unknown() });
    },
  };
}
