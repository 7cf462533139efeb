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

const FIELDS: readonly { name: keyof TypedPolicy; label: string; hint: string }[] = [
  {
    name: "allowed_destinations",
    label: "Allowed destinations",
    hint: "Channels, addresses and URLs that always count as named, one per line.",
  },
  {
    name: "places",
    label: "Names of destinations",
    hint: "What people call a destination, such as the team channel = C0TEAM. One per line.",
  },
  {
    name: "approval_notices",
    label: "Notices of waiting calls",
    hint: "https://… for a signed webhook, or mailto:ADDRESS or channel:ID followed by the ID of the connection that sends. One per line.",
  },
];

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

function Fields({ policy }: { policy: Policy }): JSX.Element {
  const [typed, setTyped] = useState(() => typedPolicyOf(policy));
  const [saved, setSaved] = useState(policy);
  const change = (changed: Partial<TypedPolicy>) => setTyped({ ...typed, ...changed });
  const { problem, isBusy, submit } = useSubmit(async () => {
    await demandUnchanged(saved);
    const { data } = await service.PUT("/api/v1/policy", { body: policyFrom(typed) });
    setSaved(data as Policy);
    toast("The policy is now in effect.");
  });
  return (
    <form onSubmit={submit}>
      <PolicyTools typed={typed} onChange={change} />
      {FIELDS.map(({ name, label, hint }) => (
        <LinesField
          key={name}
          label={label}
          hint={hint}
          value={String(typed[name])}
          onType={(text) => change({ [name]: text })}
        />
      ))}
      <div class="policy-row">
        <TextField
          isOptional
          type="number"
          min={1}
          label="Requests per minute"
          value={typed.requests_per_minute}
          onType={(text) => change({ requests_per_minute: text })}
        />
        <TextField
          isOptional
          type="number"
          min={1}
          label="Concurrent runs"
          value={typed.concurrent_runs}
          onType={(text) => change({ concurrent_runs: text })}
        />
        <ChoiceField
          label="After a 5xx, a write"
          choices={AFTER_5XX}
          value={typed.writes_after_5xx}
          onChoose={(chosen) => change({ writes_after_5xx: chosen })}
        />
        <ChoiceField
          label="Answering in an MCP client"
          choices={IN_CLIENT}
          value={typed.approve_in_client}
          onChoose={(chosen) => change({ approve_in_client: chosen })}
        />
      </div>
      <CheckField
        label="Refuse every destination that is not allowed above"
        isChecked={typed.only_allowed_destinations}
        onChange={(isChecked) => change({ only_allowed_destinations: isChecked })}
      />
      <CheckField
        label="Calls without a conversation count what their key has read in the last hour"
        isChecked={typed.unnamed_runs_follow_outside_text}
        onChange={(isChecked) => change({ unnamed_runs_follow_outside_text: isChecked })}
      />
      <CheckField
        label="People may approve calls in the console that they started themselves"
        isChecked={typed.approve_own}
        onChange={(isChecked) => change({ approve_own: isChecked })}
      />
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Save
      </Button>
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
