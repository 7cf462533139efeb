import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, place } from "../../app/route.ts";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { RelativeTime } from "../../parts/relative-time.tsx";
import { usePages } from "../../parts/use-pages.ts";
import { NewTenantForm } from "./new-tenant-form.tsx";
import { TenantPage } from "./tenant-page.tsx";

/** Lists tenants, and makes them; for operators. */
export const tenantsPage: ConsolePage = {
  path: "tenants",
  title: "Tenants",
  icon: "people",
  group: "Manage",
  needs: "operator",
  Body: TenantsPage,
};

function TenantsPage(): JSX.Element {
  const [id] = place.value.rest;
  return id === undefined ? <TenantList /> : <TenantPage key={id} id={id} />;
}

type Tenant = Schemas["Tenant"];

const COLUMNS: readonly Column<Tenant>[] = [
  { title: "Name", cell: ({ tenant_id: id, name }) => <a href={linkTo("tenants", id)}>{name}</a> },
  { title: "Your id", cell: ({ external_id: id }) => id ?? "—" },
  { title: "Made", cell: ({ created_at: at }) => <RelativeTime at={at} /> },
  { title: "Own key", cell: ({ own_key: key }) => (key === null ? "—" : <code>{key}</code>) },
];

function TenantList(): JSX.Element {
  const list = usePages<Tenant>(async (cursor, signal) => {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) };
    return (await service.GET("/api/v1/tenants", { params: { query }, signal })).data;
  });
  return (
    <>
      <PageHead title="Tenants" lead="The owners of keys, connections, watches and all else." />
      <NewTenantForm onMade={list.reload} />
      <DataTable
        caption="Tenants"
        columns={COLUMNS}
        list={list}
        rowKey={({ tenant_id: id }) => id}
        empty={<EmptyState icon="people" title="There is no tenant" />}
      />
    </>
  );
}
