import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { CheckField, ChoiceField, TextField } from "../../parts/fields.tsx";
import { LinesField } from "../../parts/lines-field.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useSubmit } from "../../parts/use-submit.ts";
import { PolicyTools } from "./policy-tools.tsx";
import { policyFrom, type TypedPolicy, typedPolicyOf } from "./typed-policy.ts";

type Policy = Schemas["Policy"];

/** Shows the tenant's policy as a form. Read-only for users who may not change it. */
export function PolicyForm(): JSX.Element {
  const { value, problem, reload } = useLoaded(
    async (signal) => (await service.GET("/api/v1/policy", { signal })).data as Policy,
  );
  return (
    <section class="card">
      <h2>Policy</h2>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value &&
        (hasScope("policy:write") ? <Fields policy={value} /> : <CodeBlock label="Policy" value={value} />)}
    </section>
  );
}

const LISTS = [
  [
    "allowed_destinations",
    "Allowed destinations",
    "Channels, addresses and URLs that always count as named, one per line.",
  ],
  [
    "places",
    "Names of destinations",
    "What people call a destination, such as the team channel = C0TEAM. One per line.",
  ],
  [
    "approval_notices",
    "Notices of waiting calls",
    "https://… for a signed webhook, or mailto:ADDRESS or channel:ID followed by the ID of the connection that sends. One per line.",
  ],
] as const;

const NUMBERS = [
  ["requests_per_minute", "Requests per minute"],
  ["concurrent_runs", "Concurrent runs"],
] as const;

const AFTER_5XX: readonly (readonly [TypedPolicy["writes_after_5xx"], string])[] = [
  ["", "default of each tool"],
  ["retry", "is retried"],
  ["stop", "is not retried"],
];

const IN_CLIENT: readonly (readonly [TypedPolicy["approve_in_client"], string])[] = [
  ["", "approves for this machine's agent key"],
  ["yes", "approves for every key"],
  ["no", "never approves"],
];

const SWITCHES = [
  ["only_allowed_destinations", "Refuse every destination that is not allowed above"],
  [
    "unnamed_runs_follow_outside_text",
    "Calls without a conversation count what their key has read in the last hour",
  ],
  ["approve_own", "People may approve calls in the console that they started themselves"],
] as const;

const LABELS: Readonly<Record<string, string>> = {
  only_these_tools: "Allow only the tools selected here",
  allowed_tools: "Allowed tools",
  writes_after_5xx: "After a 5xx, a write",
  approve_in_client: "Answering in an MCP client",
  ...Object.fromEntries([...LISTS, ...NUMBERS, ...SWITCHES].map(([name, label]) => [name, label])),
};

/** Names what differs between two policies: tools with another rule, then other settings. */
function changesBetween(saved: TypedPolicy, typed: TypedPolicy): string[] {
  const tools = Object.keys({ ...saved.approval, ...typed.approval });
  const settings = Object.keys(LABELS) as (keyof TypedPolicy)[];
  return [
    ...tools.filter((name) => saved.approval[name] !== typed.approval[name]),
    ...settings
      .filter((name) => String(saved[name]) !== String(typed[name]))
      .map((name) => LABELS[name] ?? ""),
  ];
}

function Fields({ policy }: { policy: Policy }): JSX.Element {
  const [typed, setTyped] = useState(() => typedPolicyOf(policy));
  const [saved, setSaved] = useState(policy);
  const change = (changed: Partial<TypedPolicy>) => setTyped({ ...typed, ...changed });
  const { problem, isBusy, submit } = useSubmit(async () => {
    await demandUnchanged(saved);
    const { data } = await service.PUT("/api/v1/policy", { body: policyFrom(typed) });
    setSaved(data as Policy);
    setTyped(typedPolicyOf(data as Policy));
    toast("The policy is now in effect.");
  });
  const before = typedPolicyOf(saved);
  const changes = changesBetween(before, typed);
  return (
    <form onSubmit={submit}>
      <PolicyTools typed={typed} saved={before.approval} onChange={change} />
      {LISTS.map(([name, label, hint]) => (
        <LinesField
          key={name}
          label={label}
          hint={hint}
          value={typed[name]}
          onType={(text) => change({ [name]: text })}
        />
      ))}
      <div class="policy-row">
        {NUMBERS.map(([name, label]) => (
          <TextField
            key={name}
            isOptional
            type="number"
            min={1}
            label={label}
            value={typed[name]}
            onType={(text) => change({ [name]: text })}
          />
        ))}
        <ChoiceField
          label={LABELS.writes_after_5xx ?? ""}
          choices={AFTER_5XX}
          value={typed.writes_after_5xx}
          onChoose={(chosen) => change({ writes_after_5xx: chosen })}
        />
        <ChoiceField
          label={LABELS.approve_in_client ?? ""}
          choices={IN_CLIENT}
          value={typed.approve_in_client}
          onChoose={(chosen) => change({ approve_in_client: chosen })}
        />
      </div>
      {SWITCHES.map(([name, label]) => (
        <CheckField
          key={name}
          label={label}
          isChecked={typed[name]}
          onChange={(isChecked) => change({ [name]: isChecked })}
        />
      ))}
      <div class="save-bar">
        {problem !== undefined && <ProblemBanner problem={problem} />}
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={changes.length === 0}>
          Save
        </Button>
        <span class="small soft" role="status">
          {changes.length === 0 ? "No changes." : `Changed: ${changes.join(", ")}.`}
        </span>
      </div>
      <details class="raw-policy">
        <summary class="small soft">As JSON</summary>
        <CodeBlock label="Current policy" value={saved} />
      </details>
    </form>
  );
}

/**
 * Throws if the policy has changed since it was loaded. The service stores a policy as a whole, so another
 * user's change would be lost.
 */
async function demandUnchanged(shown: Policy): Promise<void> {
  const { data } = await service.GET("/api/v1/policy");
  if (JSON.stringify(data) !== JSON.stringify(shown))
    throw new Error(
      "Somebody else changed the policy in the meantime. Reload this page and make your change again.",
    );
}
