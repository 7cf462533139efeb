import * as z from "zod";

/** Longer than any request body may be: the cap of 1 MiB on the whole is felt first. */
const MAX_BASE64 = 1_400_000;
const FILE_NAME = /^[^\p{Cc}/\\]+$/u;
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;
/** A multipart is made of parts, not of a file's bytes. */
const MEDIA_TYPE = /^(?!multipart\/)[a-z\d][\w!#$&^.+-]*\/[a-z\d][\w!#$&^.+-]*$/i;

/** A file given inline. There is no way to name a path or a URL. */
export const attachmentArgument = z.strictObject({
  filename: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => FILE_NAME.test(name), "must be a file name without path or control characters"),
  content_base64: z
    .string()
    .min(1)
    .max(MAX_BASE64)
    .refine((text) => BASE64.test(text), "must be base64"),
  content_type: z
    .string()
    .max(127)
    .refine((type) => MEDIA_TYPE.test(type), "must be a media type such as application/pdf, and no multipart")
    .optional(),
});

export type Attachment = z.output<typeof attachmentArgument>;
