import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { useSubmit } from "../../parts/use-submit.ts";

/** Makes a tenant, and shows its first two keys. */
export function NewTenantForm({ onMade }: { onMade: () => void }): JSX.Element {
  const [name, setName] = useState("");
  const [externalId, setExternalId] = useState("");
  const [hasOwnKey, setOwnKey] = useState(false);
  const [made, setMade] = useState<Schemas["NewTenant"]>();
  const { problem, isBusy, submit } = useSubmit(async () => {
    setMade(undefined);
    const body: Schemas["CreateTenant"] = {
      name: name.trim(),
      ...(externalId.trim() !== "" && { external_id: externalId.trim() }),
      ...(hasOwnKey && { own_key: true }),
    };
    setMade((await service.POST("/api/v1/tenants", { body })).data);
    setName("");
    setExternalId("");
    setOwnKey(false);
    onMade();
  });
  return (
    <form class="card new-tenant" onSubmit={submit}>
      <Field label="New tenant">
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
      <MoreSettings>
        <Field label="Your id" hint="Such as the account's in your own database." isOptional>
          {(control) => (
            <input
              {...control}
              maxLength={120}
              value={externalId}
              onInput={(event) => setExternalId(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <label>
            <input
              type="checkbox"
              checked={hasOwnKey}
              onChange={(event) => setOwnKey(event.currentTarget.checked)}
            />{" "}
            It brings a master key of its own (on AWS, from KMS)
          </label>
        </p>
      </MoreSettings>
      {problem !== undefined && <ProblemBanner problem={problem} />}
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Make it
      </Button>
      {made && <MadeTenant made={made} />}
    </form>
  );
}

function MadeTenant({ made }: { made: Schemas["NewTenant"] }): JSX.Element {
  return (
    <div class="made-keys">
      <SecretOnce name={`Key that administers ${made.name}`} secret={made.api_key} />
      <SecretOnce name={`Key for the agents of ${made.name}`} secret={made.agent_key} />
      {made.own_key !== null && (
        <p>
          Give its KMS key the alias <code>{made.own_key}</code> before it stores anything.
        </p>
      )}
      <p>
        Keep these keys, then <a href={linkTo("tenants", made.tenant_id)}>open its page</a>.
      </p>
    </div>
  );
}
