import { readSections } from "../../../support/text-sections.ts";

/** Prompts that the gate judges by their form. */
export const BY_FORM = readSections(new URL("by-form.txt", import.meta.url));

/** Prompts that no pattern of the gate was written from: they only measure it. `X` stands for a name. */
export const HELD = readSections(new URL("held.txt", import.meta.url));

/** Prompts that the gate's patterns were written from. `X` stands for a name. */
export const WRITTEN_FROM = readSections(new URL("written-from.txt", import.meta.url));
