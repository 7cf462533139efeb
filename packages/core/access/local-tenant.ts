/** Name of the tenant created by the first start of a local service. */
export const LOCAL_TENANT = "local";

/**
 * Returns the product name shown to a tenant's customers on a page that asks for their account. It is the
 * tenant's name, or Plumbline for the default tenant.
 */
export function productName({ name }: { name: string }): string {
  return name === LOCAL_TENANT ? "Plumbline" : name;
}
