import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { ConfirmButton } from "../../parts/confirm-dialog.tsx";
import { ListFrame } from "../../parts/data-table.tsx";
import type { ItemProps } from "../../parts/resource-page.tsx";
import { toast } from "../../parts/toast.tsx";
import { type LoadPage, usePages } from "../../parts/use-pages.ts";
import { KeyCard } from "./key-card.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

type Tenant = Schemas["Tenant"];

export async function findTenant(id: string, signal: AbortSignal): Promise<Tenant> {
  const params = { query: { tenant_id: id } };
  const [found] = (await service.GET("/api/v1/tenants", { params, signal })).data.items;
  if (found) return found;
  throw new Error("There is no such tenant.");
}

/** Lists the keys of a tenant, and creates further ones. */
export function TenantKeys({ item: { tenant_id: id } }: ItemProps<Tenant>): JSX.Element {
  const load: LoadPage<Schemas["ApiKey"]> = async (cursor, signal) => {
    const params = { path: { id }, query: { limit: 100, ...(cursor !== undefined && { cursor }) } };
    return (await service.GET("/api/v1/tenants/{id}/keys", { params, signal })).data;
  };
  const list = usePages(load, id, true);
  return (
    <>
      <NewKeyForm tenantId={id} onMade={list.reload} />
      <ListFrame list={list} empty={null}>
        <ul class="card-list">
          {list.items.map((key) => (
            <KeyCard key={key.key_id} tenantId={id} apiKey={key} onChange={list.reload} />
          ))}
        </ul>
      </ListFrame>
    </>
  );
}

export function DeleteTenant({ item: { tenant_id: id, name } }: ItemProps<Tenant>): JSX.Element {
  const remove = async () => {
    await service.DELETE("/api/v1/tenants/{id}", { params: { path: { id } } });
    toast(`${name} was deleted.`);
    location.hash = linkTo("tenants");
  };
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${name}?`}
      action="Delete permanently"
      typed={name}
      onConfirm={remove}
    >
      <p>Its keys, connections, watches and records will be erased. This cannot be undone.</p>
    </ConfirmButton>
  );
}
