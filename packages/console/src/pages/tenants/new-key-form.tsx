import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/fields.tsx";
import { LinesField, linesIn } from "../../parts/lines-field.tsx";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { useSubmit } from "../../parts/use-submit.ts";

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

/** Creates a key with chosen scopes. */
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
      <TextField label="Name" required maxLength={120} value={name} onType={setName} />
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
          Use only read-only tools
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

/** Limits of a key as typed into the form. An empty field means no limit. */
interface TypedKeyLimits {
  tools: string;
  credentials: string;
  rate: string;
  /** In the browser's time zone, in the format of its date and time field. */
  ends: string;
}

const NO_KEY_LIMITS: TypedKeyLimits = { tools: "", credentials: "", rate: "", ends: "" };

type KeyLimits = Pick<
  Schemas["CreateApiKey"],
  "allowed_tools" | "allowed_credentials" | "requests_per_minute" | "expires_at"
>;

/** Reads the form. The service refuses invalid values. */
function keyLimitsFrom({ tools, credentials, rate, ends }: TypedKeyLimits): KeyLimits {
  const [allowedTools, allowedCredentials] = [linesIn(tools), linesIn(credentials)];
  return {
    ...(allowedTools.length > 0 && { allowed_tools: allowedTools }),
    ...(allowedCredentials.length > 0 && { allowed_credentials: allowedCredentials }),
    ...(rate !== "" && { requests_per_minute: Number(rate) }),
    ...(ends !== "" && { expires_at: new Date(ends).toISOString() }),
  };
}

interface KeyLimitFieldsProps {
  typed: TypedKeyLimits;
  onType: (changed: Partial<TypedKeyLimits>) => void;
}

function KeyLimitFields({ typed, onType }: KeyLimitFieldsProps): JSX.Element {
  return (
    <>
      <LinesField
        label="Only these tools"
        hint="One per line, such as feed_read. Leave empty for all of them."
        value={typed.tools}
        onType={(tools) => onType({ tools })}
      />
      <LinesField
        label="Only these connections"
        hint="Their IDs, one per line. Other connections are invisible to this key."
        value={typed.credentials}
        onType={(credentials) => onType({ credentials })}
      />
      <div class="policy-row">
        <TextField
          label="Requests per minute"
          hint="Within the tenant's limit."
          isOptional
          type="number"
          min={1}
          max={1_000_000}
          value={typed.rate}
          onType={(text) => onType({ rate: text })}
        />
        <TextField
          label="Ends"
          hint="In your time zone. Leave empty for a key that does not expire."
          isOptional
          type="datetime-local"
          value={typed.ends}
          onType={(text) => onType({ ends: text })}
        />
      </div>
    </>
  );
}
