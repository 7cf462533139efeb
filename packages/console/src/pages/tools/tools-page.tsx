import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import type { ConsolePage } from "../../app/console-page.ts";
import { changeQuery, linkTo, place } from "../../app/route.ts";
import { Badge } from "../../parts/badge.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { loadTools } from "./load-tools.ts";
import { ToolPage } from "./tool-page.tsx";

type Tool = Schemas["Tool"];

/** Lists the tools that the key may call. */
export const toolsPage: ConsolePage = {
  path: "tools",
  title: "Tools",
  icon: "tool",
  group: "Act",
  needs: "tools:read",
  Body: listAndItem(ToolList, ToolPage),
};

function ToolList(): JSX.Element {
  const { value, problem, reload } = useLoaded(loadTools);
  const wanted = place.value.query.get("q") ?? "";
  const tools = value?.filter((tool) => mentions(tool, wanted.trim().toLowerCase())) ?? [];
  return (
    <>
      <PageHead title="Tools" lead="Every action on external systems that this key may call." />
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value && (
        <input
          class="filter"
          type="search"
          aria-label="Find a tool"
          placeholder="Find a tool"
          value={wanted}
          onInput={(event) => changeQuery({ q: event.currentTarget.value })}
        />
      )}
      {value && tools.length === 0 && (
        <EmptyState icon="search" title="No tool matches">
          <p>Try another word, or part of the tool's name.</p>
        </EmptyState>
      )}
      <ul class="tool-list">
        {tools.map((tool) => (
          <li key={tool.name}>
            <ToolCard tool={tool} />
          </li>
        ))}
      </ul>
    </>
  );
}

function mentions({ name, title, description }: Tool, word: string): boolean {
  return `${name} ${title} ${description}`.toLowerCase().includes(word);
}

function ToolCard({ tool }: { tool: Tool }): JSX.Element {
  const { name, title, description, effect } = tool;
  return (
    <article class="tool-card">
      <h2>
        <a href={linkTo("tools", name)}>{title}</a>
      </h2>
      <p>{description}</p>
      <div class="tool-facts">
        <Badge tone={effect === "write" ? "wait" : "good"}>{effect === "write" ? "Writes" : "Reads"}</Badge>
        <code class="soft">{name}</code>
      </div>
    </article>
  );
}
