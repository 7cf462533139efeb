import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import { isJsonObject } from "./json-object.ts";
import { notesId } from "./notes-id.ts";
import { isTruncated, propertyValue } from "./property-value.ts";

/** A page as the provider lists it; of one it may not read, a connection gets the id alone. */
export const listedPage = z.object({
  id: notesId,
  url: optionalText,
  created_time: optionalText,
  last_edited_time: optionalText,
  archived: optionalField(z.boolean()),
  properties: z.record(z.string(), z.unknown()).catch({}),
});

/** A page as it is given back. */
export const foundPage = z.object({
  id: z.string(),
  url: z.string().optional(),
  title: z.string(),
  created_time: z.string().optional(),
  last_edited_time: z.string().optional(),
  archived: z.boolean().optional(),
  properties: z.record(z.string(), z.unknown()).describe("Plain values by property name."),
  truncated_properties: z.array(z.string()).optional().describe("Properties the provider gave only in part."),
  blocks: z.string().optional().describe("The page's text, much like Markdown."),
  blocks_truncated: z.boolean().optional().describe("Some of that text was left out."),
});

export type FoundPage = z.output<typeof foundPage>;

/** A listed page with plain values. */
export function readPage({ properties, ...page }: z.output<typeof listedPage>): FoundPage {
  const { id, url, created_time, last_edited_time, archived } = page;
  const entries = Object.entries(properties);
  const truncated = entries.filter(([, property]) => isTruncated(property)).map(([name]) => name);
  const title = entries.find(([, property]) => isJsonObject(property) && property.type === "title")?.[1];
  return {
    id,
    url,
    title: String(propertyValue(title) ?? ""),
    created_time,
    last_edited_time,
    archived,
    properties: Object.fromEntries(entries.map(([name, property]) => [name, propertyValue(property)])),
    ...(truncated.length === 0 ? {} : { truncated_properties: truncated }),
  };
}
