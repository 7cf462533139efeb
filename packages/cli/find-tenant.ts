import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "./api-client.ts";
import { UsageError } from "./exit.ts";
import { printableLine } from "./printable.ts";

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Finds the id of a tenant that an operator names by its id or its name. Throws UsageError when none has the
 * name, or several have it.
 */
export async function findTenantId(api: ApiClient, named: string): Promise<string> {
  if (ID.test(named)) return named;
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await api.GET("/api/v1/tenants", { params: { query: cursor ? { cursor } : {} } });
    found.push(...data.items.filter(({ name }) => name === named).map(({ tenant_id }) => tenant_id));
    if (data.next_cursor === null) break;
    cursor = data.next_cursor;
  }
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const shown = `"${printableLine(named)}"`;
  throw new UsageError(
    only === undefined
      ? `No tenant has the id or the name ${shown}; see ${PLUMBLINE} tenant list.`
      : `Several tenants have the name ${shown}; name one by its id: ${found.join(", ")}`,
  );
}
