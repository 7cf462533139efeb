import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { SubmitForm } from "../../parts/submit-form.tsx";

type Scope = Schemas["Scope"];

/** Description of each scope for users. */
const SCOPES: Readonly<Record<Scope, string>> = {
  research: "Ask research questions",
  agent: "Run the agent",
  "tools:read": "See tools",
  "tools:call": "Call tools",
  "credentials:read": "See connections",
  "credentials:write": "Store, test and revoke connections",
  "connections:write": "Connect accounts by signing in",
  "connections:raw": "Connect through a provider's own address, which works in any browser",
  "watches:read": "See watches",
  "watches:write": "Start and stop watches",
  "deliveries:write": "Deliver to webhooks",
  "policy:write": "Change the policy",
  "sessions:create": "Create session tokens",
  "calls:read": "Read the log of calls",
  "audit:read": "Read the audit log",
  "approvals:grant": "Approve and deny calls",
  "conversations:manage": "Read and delete any conversation",
  "tenant:export": "Export all data of the tenant, including conversations",
};
const AGENT: readonly Scope[] = ["research", "agent", "tools:read", "tools:call"];

const FIELDS = {
  name: { label: "Name", isRequired: true, maxLength: 120 },
  allowed_tools: {
    label: "Only these tools",
    hint: "One per line, such as feed_read. Leave empty for all of them.",
    control: "lines",
  },
  allowed_credentials: {
    label: "Only these connections",
    hint: "Their IDs, one per line. Other connections are invisible to this key.",
    control: "lines",
  },
  requests_per_minute: {
    label: "Requests per minute",
    hint: "Within the tenant's limit.",
    control: "number",
    min: 1,
    max: 1_000_000,
  },
  expires_at: {
    label: "Ends",
    hint: "In your time zone. Leave empty for a key that does not expire.",
    control: "time",
  },
} as const;

/** Creates a key with chosen scopes. */
export function NewKeyForm({ tenantId, onMade }: { tenantId: string; onMade: () => void }): JSX.Element {
  const { show, read } = useRecordForm(FIELDS);
  const [scopes, setScopes] = useState<readonly Scope[]>(AGENT);
  const [isReadOnly, setReadOnly] = useState(false);
  const [made, setMade] = useState<string>();
  const make = async () => {
    const values = read<Omit<Schemas["CreateApiKey"], "scopes">>();
    if (!values) return;
    const { data } = await service.POST("/api/v1/tenants/{id}/keys", {
      params: { path: { id: tenantId } },
      body: { ...values, scopes: [...scopes], read_only: isReadOnly },
    });
    setMade(data.api_key);
    onMade();
  };
  return (
    <SubmitForm class="card" action="Create" disabled={scopes.length === 0} onSend={make}>
      <h2>New key</h2>
      {show("name")}
      <fieldset class="choices">
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
          Use only read-only tools
        </label>
      </fieldset>
      <MoreSettings>
        {show("allowed_tools", "allowed_credentials")}
        <div class="policy-row">{show("requests_per_minute", "expires_at")}</div>
      </MoreSettings>
      {made !== undefined && <SecretOnce name="New key" secret={made} />}
    </SubmitForm>
  );
}
