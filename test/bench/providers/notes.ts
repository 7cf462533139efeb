import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "ntn_benchmarktoken";
const page_id = "59833787-2cf9-4fdf-8782-e53db20768a5";
const title = "The build is green";
const id = "c0ffee00-2cf9-4fdf-8782-e53db20768a5";

export const notes: ProviderBench = {
  sdk: "@notionhq/client",
  answers: {
    "POST /v1/pages": json({
      object: "page",
      id,
      url: `https://www.notion.so/${id.replaceAll("-", "")}`,
      created_time: "2026-01-01T10:00:00.000Z",
      last_edited_time: "2026-01-01T10:00:00.000Z",
      parent: { type: "page_id", page_id },
      archived: false,
      in_trash: false,
      properties: {
        title: {
          id: "title",
          type: "title",
          title: [{ type: "text", plain_text: title, text: { content: title, link: null } }],
        },
      },
    }),
  },
  endpoints: (url) => ({ notes: { baseUrl: url } }),
  kind: "notes",
  token,
  tool: "notes_create_page",
  args: { parent: { page_id }, title },
  async sdkCall(url) {
    const { Client } = await import("@notionhq/client");
    const client = new Client({ auth: token, baseUrl: url, timeoutMs: 30_000, notionVersion: "2022-06-28" });
    return async () => {
      const properties = { title: { title: [{ text: { content: title } }] } };
      expectId((await client.pages.create({ parent: { page_id }, properties })).id);
    };
  },
};
