import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { DataTable } from "../../parts/data-table.tsx";
import { CheckField } from "../../parts/fields.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { loadTools } from "../tools/load-tools.ts";
import type { Rule, TypedPolicy } from "./typed-policy.ts";

type ToolRules = Pick<TypedPolicy, "only_these_tools" | "allowed_tools" | "approval">;

interface PolicyToolsProps {
  typed: ToolRules;
  onChange: (changed: Partial<ToolRules>) => void;
}

/** The rules for a tool, in words for people, and what follows from each. */
const RULES: Readonly<Record<Rule, readonly [choice: string, follows: string]>> = {
  never: ["Never ask", "Calls never wait, whatever their conversation has read."],
  after_untrusted: [
    "Ask after outside text",
    "A call waits if its conversation has read outside text and nobody named its destination.",
  ],
  always: ["Always ask", "Every call waits until a person has approved it."],
};

/** Shows the policy's rule for each tool as a choice, with what follows from it. */
export function PolicyTools({ typed, onChange }: PolicyToolsProps): JSX.Element {
  const { only_these_tools: isLimited, allowed_tools: allowed, approval } = typed;
  const loaded = useLoaded(loadTools);
  const known = new Map<string, Pick<Schemas["Tool"], "title" | "effect">>();
  for (const name of [...Object.keys(approval), ...allowed])
    known.set(name, { title: name, effect: "write" });
  for (const tool of loaded.value ?? []) known.set(tool.name, tool);
  const rows = [...known].map(([name, tool]) => ({ ...tool, name }));
  const byEffect = rows.toSorted((one, other) => other.effect.localeCompare(one.effect));
  const list = { ...loaded, items: byEffect, hasMore: false, loadMore: loaded.reload };
  const allow = (name: string, isAllowed: boolean) => {
    const others = allowed.filter((one) => one !== name);
    onChange({ allowed_tools: isAllowed ? [...others, name] : others });
  };
  const choose = (name: string, rule: Rule) => {
    const { [name]: _before, ...others } = approval;
    onChange({ approval: rule === "after_untrusted" ? others : { ...others, [name]: rule } });
  };
  return (
    <>
      <CheckField
        label="Allow only the tools selected here"
        isChecked={isLimited}
        onChange={(isChecked) => onChange({ only_these_tools: isChecked })}
      />
      <DataTable
        caption="Rules for each tool"
        list={list}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          {
            title: "Tool",
            cell: ({ name, title }) => (
              <>
                {title} <code class="small soft">{name}</code>
              </>
            ),
          },
          ...(isLimited
            ? [
                {
                  title: "Allowed",
                  cell: ({ name }: { name: string }) => (
                    <input
                      type="checkbox"
                      aria-label={`Allow ${name}`}
                      checked={allowed.includes(name)}
                      onChange={(event) => allow(name, event.currentTarget.checked)}
                    />
                  ),
                },
              ]
            : []),
          {
            title: "Approval",
            cell: ({ name }) => (
              <select
                aria-label={`Approval of ${name}`}
                value={approval[name] ?? "after_untrusted"}
                onChange={(event) => choose(name, event.currentTarget.value as Rule)}
              >
                {Object.entries(RULES).map(([rule, [choice]]) => (
                  <option key={rule} value={rule}>
                    {choice}
                  </option>
                ))}
              </select>
            ),
          },
          {
            title: "Effect",
            cell: ({ name }) =>
              isLimited && !allowed.includes(name)
                ? "Nobody may call it."
                : RULES[approval[name] ?? "after_untrusted"][1],
          },
        ]}
      />
    </>
  );
}
