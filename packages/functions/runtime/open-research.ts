import { DynamoRecordStore } from "@plumbline/aws/dynamodb/dynamo-record-store.ts";
import type { OpenedRecords } from "@plumbline/core/credentials/open-records.ts";
import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import { createResearchParts, openServiceRecords } from "@plumbline/service/research-parts.ts";
import { addFlushes, type LambdaEnvironment, reportConfigurationErrors } from "./invocation.ts";
import { openPlatform } from "./platform.ts";

/**
 * Opens the parts of the service on AWS that research needs, without its tools. Throws ConfigurationError for
 * an invalid setting.
 */
export function openResearch(environment: LambdaEnvironment) {
  return reportConfigurationErrors(() => {
    const findTenant = (id: string) => opened.access.getTenant(id);
    const { table, keyTable, invoked, ...platform } = openPlatform(environment, findTenant);
    const ports = { ...platform, tokenVerifierOf: createOidcVerifier };
    const records = new DynamoRecordStore(table, keyTable, ports.clock);
    const opened: OpenedRecords = openServiceRecords(ports, records);
    const parts = createResearchParts(ports, opened);
    return { ...ports, ...parts, ...addFlushes(parts, invoked) };
  });
}
