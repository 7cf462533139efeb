import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { CheckField, TextField } from "../../parts/fields.tsx";
import { listAndItem } from "../../parts/list-and-item.tsx";
import { ResourceList } from "../../parts/list-view.tsx";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { useSubmit } from "../../parts/use-submit.ts";
import { TenantPage } from "./tenant-page.tsx";

/** Lists and creates tenants, for operators. */
export const tenantsPage: ConsolePage = {
  path: "tenants",
  title: "Tenants",
  icon: "people",
  group: "Manage",
  needs: "operator",
  Body: listAndItem(TenantList, TenantPage),
};

type Tenant = Schemas["Tenant"];

const COLUMNS: readonly Column<Tenant>[] = [
  {
    title: "Name",
    sortBy: ({ name }) => name,
    cell: ({ tenant_id: id, name }) => <a href={linkTo("tenants", id)}>{name}</a>,
  },
  { title: "Your ID", sortBy: ({ external_id: id }) => id ?? "", cell: ({ external_id: id }) => id ?? "—" },
  {
    title: "Made",
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <RelativeTime at={at} />,
  },
  { title: "Own key", cell: ({ own_key: key }) => (key === null ? "—" : <code>{key}</code>) },
];

function TenantList(): JSX.Element {
  const [made, setMade] = useState(0);
  return (
    <>
      <PageHead title="Tenants" lead="The owners of keys, connections, watches and all other data." />
      <NewTenantForm onMade={() => setMade(made + 1)} />
      <ResourceList<Tenant>
        key={made}
        caption="Tenants"
        columns={COLUMNS}
        sortedBy="Name"
        textOf={({ name, external_id: own, tenant_id: id }) => `${name} ${own ?? ""} ${id}`}
        load={async ({ page: query }, signal) =>
          (await service.GET("/api/v1/tenants", { params: { query }, signal })).data
        }
        rowKey={({ tenant_id: id }) => id}
        empty={<EmptyState icon="people" title="There are no tenants" />}
      />
    </>
  );
}

/** Creates a tenant and shows its first two keys. */
function NewTenantForm({ onMade }: { onMade: () => void }): JSX.Element {
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
      <TextField label="New tenant" required maxLength={120} value={name} onType={setName} />
      <MoreSettings>
        <TextField
          label="Your ID"
          hint="Such as the account's ID in your database."
          isOptional
          maxLength={120}
          value={externalId}
          onType={setExternalId}
        />
        <CheckField
          label="Use a separate master key (on AWS, from KMS)"
          isChecked={hasOwnKey}
          onChange={setOwnKey}
        />
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
        Save these keys, then <a href={linkTo("tenants", made.tenant_id)}>open its page</a>.
      </p>
    </div>
  );
}
