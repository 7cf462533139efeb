const PARTITION_PREFIX = "TENANT#";

/** The partition of all that a tenant owns. */
export function tenantPartition(tenantId: string): string {
  return PARTITION_PREFIX + tenantId;
}

/** Whose partition it is. */
export function tenantOf(partition: string): string {
  return partition.slice(PARTITION_PREFIX.length);
}
