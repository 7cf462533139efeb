import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { useSubmit } from "../../parts/use-submit.ts";
import { KeyLimitFields, keyLimitsFrom, NO_KEY_LIMITS } from "./key-limits.tsx";

type Scope = Schemas["Scope"];

/** What each scope opens, as a person chooses it. */
const SCOPES: Readonly<Record<Scope, string>> = {
  research: "Ask research questions",
  agent: "Run the agent",
  "tools:read": "See tools",
  "tools:call": "Call tools",
  "credentials:read": "See connections",
  "credentials:write": "Store, test and revoke connections",
  "connections:write": "Connect accounts by a sign-in",
  "connections:raw": "Connect by a provider's own address, which any browser may use",
  "watches:read": "See watches",
  "watches:write": "Begin and end watches",
  "deliveries:write": "Deliver to webhooks",
  "policy:write": "Change the policy",
  "sessions:create": "Make session tokens",
  "calls:read": "Read the log of calls",
  "audit:read": "Read the audit log",
  "approvals:grant": "Decide about calls that wait",
  "conversations:manage": "Read and delete what is kept of any conversation",
};
const AGENT: readonly Scope[] = ["research", "agent", "tools:read", "tools:call"];

/** Makes a key with chosen scopes. */
export function NewKeyForm({ tenantId, onMade }: { tenantId: string; onMade: () => void }): JSX.Element {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(AGENT);
  const [isReadOnly, setReadOnly] = useState(false);
  const [limits, setLimits] = useState(NO_KEY_LIMITS);
  const [made, setMade] = useState<string>();
  const { problem, isBusy, submit } = useSubmit(async () => {
    const { data } = await service.POST("/api/v1/tenants/{id}/keys", {
      params: { path: { id: tenantId } },
      body: { name: name.trim(), scopes: [...scopes], read_only: isReadOnly, ...keyLimitsFrom(limits) },
    });
    setMade(data.api_key);
    onMade();
  });
  return (
    <form class="card" onSubmit={submit}>
      <h2>New key</h2>
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            required
            maxLength={120}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="scope-choice">
        <legend>It may</legend>
        {(Object.keys(SCOPES) as Scope[]).map((scope) => (
          <label key={scope} title={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={(event) =>
                setScopes(
                  event.currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope),
                )
              }
            />{" "}
            {SCOPES[scope]}
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={isReadOnly}
            onChange={(event) => setReadOnly(event.currentTarget.checked)}
          />{" "}
          Use only tools that read
        </label>
      </fieldset>
      <MoreSettings>
        <KeyLimitFields typed={limits} onType={(changed) => setLimits({ ...limits, ...changed })} />
      </MoreSettings>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      {made !== undefined && <SecretOnce name="New key" secret={made} />}
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={scopes.length === 0}>
        Make it
      </Button>
    </form>
  );
}
