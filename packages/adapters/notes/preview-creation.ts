import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import { STAND_IN_ID } from "./notes-id.ts";
import { UNKNOWN_TYPE } from "./property-input.ts";

/** What the notes app would answer while a page is created: to the reading of its database, its creation, and further blocks. */
export function previewCreation(
  { method }: ActionRequest,
  _index: number,
  { properties = {} }: { properties?: Readonly<Record<string, unknown>> | undefined },
): PreviewAnswer {
  if (method === "GET") {
    const given = Object.keys(properties).map((name) => [name, { id: name, type: UNKNOWN_TYPE }]);
    const title = { "<name of the title property>": { id: "title", type: "title" } };
    return { body: { id: STAND_IN_ID, properties: { ...Object.fromEntries(given), ...title } } };
  }
  if (method === "PATCH") return { body: { results: [] } };
  return { body: { id: STAND_IN_ID }, standIns: { [STAND_IN_ID]: "<id of the page>" } };
}
