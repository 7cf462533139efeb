import { displayName } from "@plumbline/core/access/display-name.ts";
import * as z from "zod";

const BLANKS = " \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";
const UNSEEN =
  "\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060\\u2066-\\u2069\\ufeff";
const VISIBLE_LINE = new RegExp(`^[${BLANKS}]*[^${BLANKS}${UNSEEN}][^${UNSEEN}]*$`, "u");

/**
 * A display name as JSON Schema can say it: the pattern and the lengths hold for what is sent, before blanks around it are dropped.
 * What is left to `displayName` alone, halves of a surrogate pair, is no Unicode.
 */
export const visibleName = z
  .string()
  .min(1, { abort: true })
  .max(120, { abort: true })
  .regex(VISIBLE_LINE, "must be visible text on one line")
  .pipe(displayName);
