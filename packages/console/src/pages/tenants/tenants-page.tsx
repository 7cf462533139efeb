import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { MoreSettings } from "../../parts/more-settings.tsx";
import { useRecordForm } from "../../parts/record-form.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { type ListProps, resourcePage } from "../../parts/resource-page.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";
import { SubmitForm } from "../../parts/submit-form.tsx";
import { DeleteTenant, findTenant, TenantKeys } from "./tenant-keys.tsx";

/** Lists and creates tenants, for operators. The page of a tenant shows its keys. */
export const tenantsPage = resourcePage<Schemas["Tenant"]>({
  path: "tenants",
  title: "Tenants",
  icon: "people",
  group: "Manage",
  needs: "operator",
  lead: "The owners of keys, connections, watches and all other data.",
  Above: NewTenantForm,
  list: {
    caption: "Tenants",
    load: async ({ page: query }, signal) =>
      (await service.GET("/api/v1/tenants", { params: { query }, signal })).data,
    columns: [
      {
        title: "Name",
        sortBy: ({ name }) => name,
        cell: ({ tenant_id: id, name }) => <a href={linkTo("tenants", id)}>{name}</a>,
      },
      {
        title: "Your ID",
        sortBy: ({ external_id: id }) => id ?? "",
        cell: ({ external_id: id }) => id ?? "—",
      },
      {
        title: "Made",
        sortBy: ({ created_at: at }) => at,
        cell: ({ created_at: at }) => <RelativeTime at={at} />,
      },
      { title: "Own key", cell: ({ own_key: key }) => (key === null ? "—" : <code>{key}</code>) },
    ],
    sortedBy: "Name",
    textOf: ({ name, external_id: own, tenant_id: id }) => `${name} ${own ?? ""} ${id}`,
    rowKey: ({ tenant_id: id }) => id,
    empty: { title: "There are no tenants" },
  },
  item: {
    load: findTenant,
    title: ({ name }) => name,
    lead: ({ tenant_id: id, external_id: own }) => (
      <>
        <code>{id}</code>
        {own !== null && <>, your ID {own}</>}
      </>
    ),
    Actions: DeleteTenant,
    Body: TenantKeys,
  },
});

const FIELDS = {
  name: { label: "New tenant", isRequired: true, maxLength: 120 },
  external_id: { label: "Your ID", hint: "Such as the account's ID in your database.", maxLength: 120 },
  own_key: { label: "Use a separate master key (on AWS, from KMS)", control: "check" },
} as const;

/** Creates a tenant and shows its first two keys. */
function NewTenantForm({ onChange }: ListProps): JSX.Element {
  const { show, read, fill } = useRecordForm(FIELDS);
  const [made, setMade] = useState<Schemas["NewTenant"]>();
  const make = async () => {
    setMade(undefined);
    const body = read<Schemas["CreateTenant"]>();
    if (!body) return;
    setMade((await service.POST("/api/v1/tenants", { body })).data);
    fill({});
    onChange();
  };
  return (
    <SubmitForm
      class="card new-tenant"
      action="Create"
      onSend={make}
      after={made && <MadeTenant made={made} />}
    >
      {show("name")}
      <MoreSettings>{show("external_id", "own_key")}</MoreSettings>
    </SubmitForm>
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
