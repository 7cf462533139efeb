import { readSections } from "../../../support/text-sections.ts";

/** Prompts that the gate judges by their form. */
export const BY_FORM = readSections(new URL("by-form.txt", import.meta.url));

/** Prompts that only measure the gate, whose patterns know none of them. A name replaces `X`. */
export const HELD = readSections(new URL("held.txt", import.meta.url));

/** Prompts that the gate's patterns were written from. A name replaces `X`. */
export const WRITTEN_FROM = readSections(new URL("written-from.txt", import.meta.url));
