import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { WhenLoaded } from "../../parts/detail-page.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useSubmit } from "../../parts/use-submit.ts";
import { PolicyTools } from "./policy-tools.tsx";
import { POLICY_FIELDS, policyFrom, policyTexts, type ToolRules, toolRulesOf } from "./typed-policy.ts";

type Policy = Schemas["Policy"];

/** Shows the tenant's policy as a form. Read-only for users who may not change it. */
export function PolicyForm(): JSX.Element {
  const loaded = useLoaded(
    async (signal) => (await service.GET("/api/v1/policy", { signal })).data as Policy,
  );
  return (
    <section class="card">
      <h2>Policy</h2>
      <WhenLoaded loaded={loaded}>
        {(policy) =>
          hasScope("policy:write") ? <Fields policy={policy} /> : <CodeBlock label="Policy" value={policy} />
        }
      </WhenLoaded>
    </section>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  only_these_tools: "Allow only the tools selected here",
  allowed_tools: "Allowed tools",
  ...Object.fromEntries(Object.entries(POLICY_FIELDS).map(([name, { label }]) => [name, label])),
};

type ShownPolicy = ToolRules & Readonly<Record<string, unknown>>;

/** Names what differs between two policies: tools with another rule, then other settings. */
function changesBetween(saved: ShownPolicy, typed: ShownPolicy): string[] {
  const tools = Object.keys({ ...saved.approval, ...typed.approval });
  return [
    ...tools.filter((name) => saved.approval[name] !== typed.approval[name]),
    ...Object.entries(LABELS).flatMap(([name, label]) =>
      String(saved[name] ?? "") === String(typed[name] ?? "") ? [] : [label],
    ),
  ];
}

function Fields({ policy }: { policy: Policy }): JSX.Element {
  const [saved, setSaved] = useState(policy);
  const [rules, setRules] = useState(() => toolRulesOf(policy));
  const { typed, show, fill } = useRecordForm(POLICY_FIELDS, policyTexts(policy));
  const { problem, isBusy, submit } = useSubmit(async () => {
    await demandUnchanged(saved);
    const { data } = await service.PUT("/api/v1/policy", { body: policyFrom(rules, typed) });
    setSaved(data as Policy);
    setRules(toolRulesOf(data as Policy));
    fill(policyTexts(data as Policy));
    toast("The policy is now in effect.");
  });
  const before = toolRulesOf(saved);
  const changes = changesBetween({ ...policyTexts(saved), ...before }, { ...typed, ...rules });
  return (
    <form onSubmit={submit}>
      <PolicyTools
        rules={rules}
        saved={before.approval}
        onChange={(changed) => setRules({ ...rules, ...changed })}
      />
      {show("allowed_destinations", "places", "approval_notices")}
      <div class="policy-row">
        {show("requests_per_minute", "concurrent_runs", "writes_after_5xx", "approve_in_client")}
      </div>
      {show("only_allowed_destinations", "unnamed_runs_follow_outside_text", "approve_own")}
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
