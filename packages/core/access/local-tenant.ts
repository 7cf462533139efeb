/** Name of the tenant that the first start of a service on one machine makes. Nobody chose it. */
export const LOCAL_TENANT = "local";

/**
 * Returns a tenant's name as its customers read it, on a page that asks for their account: the product that a
 * tenant is, and Plumbline for the tenant that nobody has named.
 */
export function productName({ name }: { name: string }): string {
  return name === LOCAL_TENANT ? "Plumbline" : name;
}
