import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { linkTo } from "../../app/route.ts";
import { type RowsProps, resourcePage } from "../../parts/resource-page.tsx";
import { type LoadedTool, loadTool, loadTools } from "./load-tools.ts";
import { ToolFacts, ToolForm } from "./tool-form.tsx";

type Tool = Schemas["Tool"];

const NO_MATCH = { title: "No tool matches", text: "Try another word, or part of the tool's name." };

/** Lists the tools that the key may call. */
export const toolsPage = resourcePage<Tool, LoadedTool>({
  path: "tools",
  title: "Tools",
  icon: "tool",
  group: "Act",
  needs: "tools:read",
  lead: "Every action on external systems that this key may call.",
  list: {
    caption: "Tools",
    load: async (_request, signal) => ({ items: await loadTools(signal), next_cursor: null }),
    textOf: ({ name, title, description }) => `${name} ${title} ${description}`,
    searchLabel: "Find a tool",
    rowKey: ({ name }) => name,
    Rows: ToolCards,
    empty: NO_MATCH,
    emptyIfFiltered: NO_MATCH,
  },
  item: {
    load: loadTool,
    title: ({ tool }) => tool.title,
    lead: ({ tool }) => (
      <>
        {tool.description}
        <br />
        <ToolFacts {...tool} />
      </>
    ),
    Body: ToolForm,
  },
});

function ToolCards({ rows }: RowsProps<Tool>): JSX.Element {
  return (
    <ul class="card-list columns">
      {rows.map(({ name, title, description, effect }) => (
        <li key={name}>
          <article class="tool-card">
            <h2>
              <a href={linkTo("tools", name)}>{title}</a>
            </h2>
            <p>{description}</p>
            <ToolFacts name={name} effect={effect} />
          </article>
        </li>
      ))}
    </ul>
  );
}
