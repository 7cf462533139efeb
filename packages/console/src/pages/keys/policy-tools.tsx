import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { WhenLoaded } from "../../parts/detail-page.tsx";
import { CheckField } from "../../parts/fields.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { loadTools } from "../tools/load-tools.ts";
import type { Rule, ToolRules } from "./typed-policy.ts";

interface PolicyToolsProps {
  rules: ToolRules;
  /** Rules that are in effect. Tools with one come first. */
  saved: ToolRules["approval"];
  onChange: (changed: Partial<ToolRules>) => void;
}

const DEFAULT_RULE: Rule = "after_untrusted";

/** The label and the effect of each rule. The effect of the default is explained above the list. */
const RULES: Readonly<Record<Rule, readonly [choice: string, effect: string]>> = {
  never: ["Never ask", "Calls never wait, whatever their conversation has read."],
  after_untrusted: ["Ask after outside text", ""],
  always: ["Always ask", "Every call waits until a person has approved it."],
};

const GROUPS = [
  {
    effect: "write",
    title: "Tools that write",
    rule: "After outside text, a call waits if nobody named its destination.",
  },
  {
    effect: "read",
    title: "Tools that read",
    rule: "After outside text, a call waits only if its address could carry data out.",
  },
] as const;

type Row = Pick<Schemas["Tool"], "name" | "title" | "effect">;

/** Shows the policy's rule for each tool as a choice, first for those that write. */
export function PolicyTools({ rules, saved, onChange }: PolicyToolsProps): JSX.Element {
  const { only_these_tools: isLimited, allowed_tools: allowed, approval } = rules;
  const loaded = useLoaded(loadTools);
  const hasRule = ({ name }: Row) => name in saved;
  const columns: readonly Column<Row>[] = [
    {
      title: "Tool",
      cell: ({ name, title }) => (
        <>
          {title} <code class="small soft">{name}</code>
        </>
      ),
    },
    ...(isLimited ? [{ title: "Allowed", cell: ({ name }: Row) => allowBox(name) }] : []),
    {
      title: "Approval",
      cell: ({ name }) => (
        <>
          <select
            aria-label={`Approval of ${name}`}
            value={approval[name] ?? DEFAULT_RULE}
            onChange={(event) => choose(name, event.currentTarget.value as Rule)}
          >
            {Object.entries(RULES).map(([rule, [choice]]) => (
              <option key={rule} value={rule}>
                {choice}
              </option>
            ))}
          </select>{" "}
          <span class="small soft">
            {isLimited && !allowed.includes(name)
              ? "Nobody may call it."
              : RULES[approval[name] ?? DEFAULT_RULE][1]}
          </span>
        </>
      ),
    },
  ];
  return (
    <>
      <CheckField
        label="Allow only the tools selected here"
        isChecked={isLimited}
        onChange={(isChecked) => onChange({ only_these_tools: isChecked })}
      />
      <WhenLoaded loaded={loaded}>
        {(tools) =>
          GROUPS.map(({ effect, title, rule }) => {
            const rows = withUnknownTools(tools, rules).filter((row) => row.effect === effect);
            const items = [...rows.filter(hasRule), ...rows.filter((row) => !hasRule(row))];
            return (
              items.length > 0 && (
                <details key={effect} open={effect === "write" || items.some(hasRule)}>
                  <summary>
                    <strong>{title}</strong> ({items.length})
                  </summary>
                  <p class="small soft">{rule}</p>
                  <DataTable
                    caption={title}
                    list={{ items }}
                    rowKey={({ name }) => name}
                    empty={null}
                    columns={columns}
                  />
                </details>
              )
            );
          })
        }
      </WhenLoaded>
    </>
  );

  function allowBox(name: string): JSX.Element {
    return (
      <input
        type="checkbox"
        aria-label={`Allow ${name}`}
        checked={allowed.includes(name)}
        onChange={({ currentTarget: { checked } }) => {
          const others = allowed.filter((one) => one !== name);
          onChange({ allowed_tools: checked ? [...others, name] : others });
        }}
      />
    );
  }

  function choose(name: string, rule: Rule): void {
    const { [name]: _before, ...others } = approval;
    onChange({ approval: rule === DEFAULT_RULE ? others : { ...others, [name]: rule } });
  }
}

/** Adds the tools that the policy has a rule for, but the key may not use. */
function withUnknownTools(tools: readonly Row[], { approval, allowed_tools: allowed }: ToolRules): Row[] {
  const unknown = [...Object.keys(approval), ...allowed].filter((name) =>
    tools.every((tool) => tool.name !== name),
  );
  return [...tools, ...[...new Set(unknown)].map((name): Row => ({ name, title: name, effect: "write" }))];
}
