import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import { emptyFile, MEDIA_TYPE_NAMES } from "./media-types.ts";

/** The size of no file that anybody posts. It fits into one segment of an upload. */
const STAND_IN_BYTES = 1_000_003;

/** What would be answered while the media of a post are fetched and uploaded, in whichever version: to all but the post itself. */
export function previewUpload(
  { headers = {}, effect }: ActionRequest,
  index: number,
): PreviewAnswer | undefined {
  if (effect === "write") return undefined;
  const type = MEDIA_TYPE_NAMES.find((name) => name === headers.accept);
  if (type !== undefined) {
    const standIns = { [STAND_IN_BYTES]: "<bytes of the file>" };
    return { body: emptyFile(type, STAND_IN_BYTES), standIns };
  }
  const id = `9${String(index).padStart(18, "0")}`;
  return {
    body: { media_id_string: id, data: { id } },
    standIns: { [id]: `<id of the media of request ${index + 1}>` },
  };
}
