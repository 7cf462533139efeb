import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { linkTo } from "../../app/route.ts";
import { Button } from "../../parts/button.tsx";
import { ConfirmDialog } from "../../parts/confirm-dialog.tsx";
import { DetailPage } from "../../parts/detail-page.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { toast } from "../../parts/toast.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { KeyList } from "./key-list.tsx";
import { NewKeyForm } from "./new-key-form.tsx";

type Loaded = { tenant: Schemas["Tenant"]; keys: readonly Schemas["ApiKey"][] };

/** Shows one tenant with its keys. */
export function TenantPage({ id }: { id: string }): JSX.Element {
  const loaded = useLoaded((signal) => loadTenant(id, signal), id);
  return (
    <DetailPage list="tenants" loaded={loaded}>
      {(value) => (
        <>
          <PageHead title={value.tenant.name} lead={<Ids tenant={value.tenant} />}>
            <DeleteButton tenant={value.tenant} />
          </PageHead>
          <NewKeyForm tenantId={id} onMade={loaded.reload} />
          <KeyList tenantId={id} keys={value.keys} onChange={loaded.reload} />
        </>
      )}
    </DetailPage>
  );
}

function Ids({ tenant: { tenant_id: id, external_id: own } }: { tenant: Schemas["Tenant"] }): JSX.Element {
  return (
    <>
      <code>{id}</code>
      {own !== null && <>, your ID {own}</>}
    </>
  );
}

async function loadTenant(id: string, signal: AbortSignal): Promise<Loaded> {
  const [tenant, keys] = await Promise.all([findTenant(id, signal), listAllKeys(id, signal)]);
  return { tenant, keys };
}

async function listAllKeys(id: string, signal: AbortSignal): Promise<Schemas["ApiKey"][]> {
  const keys: Schemas["ApiKey"][] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor !== null && { cursor }) };
    const params = { path: { id }, query };
    const { data } = await service.GET("/api/v1/tenants/{id}/keys", { params, signal });
    keys.push(...data.items);
    cursor = data.next_cursor;
  } while (cursor !== null);
  return keys;
}

async function findTenant(id: string, signal: AbortSignal): Promise<Schemas["Tenant"]> {
  const params = { query: { tenant_id: id } };
  const [found] = (await service.GET("/api/v1/tenants", { params, signal })).data.items;
  if (found) return found;
  throw new Error("There is no such tenant.");
}

function DeleteButton({ tenant }: { tenant: Schemas["Tenant"] }): JSX.Element {
  const { tenant_id: id, name } = tenant;
  const [isOpen, setOpen] = useState(false);
  const remove = async () => {
    await service.DELETE("/api/v1/tenants/{id}", { params: { path: { id } } });
    toast(`${name} was deleted.`);
    location.hash = linkTo("tenants");
  };
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete permanently"
          typed={name}
          onConfirm={remove}
          onClose={() => setOpen(false)}
        >
          <p>Its keys, connections, watches and records will be erased. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
