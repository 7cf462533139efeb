import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";

/** What the stack made for this stage. */
export interface ResourceNames {
  tableName: string;
  /** ARN of the KMS key that wraps tenants' data keys. */
  keyArn: string;
}

/**
 * Reads the names the stack put into the function's environment. Throws ConfigurationError naming what is
 * missing.
 */
export function readResourceNames(env: Readonly<Record<string, string | undefined>>): ResourceNames {
  const { TABLE_NAME: tableName, TENANT_DATA_KEY_ARN: keyArn } = env;
  if (!tableName || !keyArn) {
    throw new ConfigurationError("TABLE_NAME and TENANT_DATA_KEY_ARN must be set; the stack sets both.");
  }
  return { tableName, keyArn };
}
