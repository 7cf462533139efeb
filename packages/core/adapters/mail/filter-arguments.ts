import * as z from "zod";
import { MAX_FILTER_LENGTH } from "./filter/filter-words.ts";

/** The `query` argument; parse-filter.ts reads it. */
export const filterQuery = z.string().min(1).max(MAX_FILTER_LENGTH);

/** The `mailbox` argument. */
export const mailboxArgument = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), "must not contain control characters")
  .optional()
  .describe("INBOX when left out.");
