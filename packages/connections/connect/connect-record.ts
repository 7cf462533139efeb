import type { AccessStore } from "@plumbline/core/access/access-store.ts";
import type { AuditTrail } from "@plumbline/core/access/audit/audit.ts";
import type { Actor } from "@plumbline/core/access/audit/audit-entry.ts";
import { getProductName } from "@plumbline/core/access/display-name.ts";
import type { Credentials } from "@plumbline/core/credentials/credentials.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import { listOauthFacts, providerOfKind } from "../oauth-client.ts";
import { findAccountName } from "./account.ts";
import type { ConnectEnding, ConnectSubject } from "./connect-ending.ts";
import type { CheckedRequest } from "./connect-request.ts";
import type { PendingConnect } from "./pending-connect.ts";

export interface ConnectRecordOptions {
  access: Pick<AccessStore, "getTenant">;
  credentials: Credentials;
  audit: AuditTrail;
  logger: Logger;
  metrics: Metrics;
}

/** Describes connects to people, and records their starts and outcomes in the audit log, log and metrics. */
export class ConnectRecord {
  readonly #options: ConnectRecordOptions;

  constructor(options: ConnectRecordOptions) {
    this.#options = options;
  }

  /** Returns the description of a connect for pages; `undefined` if its tenant was deleted. */
  async describe(pending: PendingConnect): Promise<ConnectSubject | undefined> {
    const { access, credentials } = this.#options;
    const { tenant_id, kind, label, credential_id, scopes, expires_at } = pending;
    const tenant = await access.getTenant(tenant_id);
    if (!tenant || tenant.deleted_at !== null) return undefined;
    const renewed = credential_id === null ? undefined : await credentials.get(tenant_id, credential_id);
    const provider = providerOfKind(kind);
    return {
      product: getProductName(tenant),
      kind,
      provider,
      signInAt: listOauthFacts().get(kind)?.signInAt ?? provider,
      label,
      account: renewed && findAccountName(renewed),
      isRenewal: credential_id !== null,
      scopes,
      expiresAt: expires_at,
    };
  }

  /** Records that a link was made or an authorization started. */
  async started(tenantId: string, subject: string, request: CheckedRequest, by?: Actor): Promise<void> {
    const { kind, credential_id } = request;
    const details = { kind, ...(credential_id === null ? {} : { credential_id }) };
    await this.#options.audit.record({ tenantId, action: "connection.started", subject, by, details });
  }

  /** Records how an authorization ended. Returns the outcome. */
  async ended(pending: PendingConnect, ending: ConnectEnding, by?: Actor): Promise<ConnectEnding> {
    const { logger, metrics, audit } = this.#options;
    const { tenant_id, kind } = pending;
    const { outcome } = ending;
    metrics.add("plumbline_connects_total", { kind, outcome, tenant_id });
    const credentialId = outcome === "connected" ? ending.record.id : (pending.credential_id ?? undefined);
    await audit.record({
      tenantId: tenant_id,
      action: outcome === "connected" ? "connection.completed" : "connection.failed",
      // Start and outcome have the same subject in the audit log.
      subject: pending.authorization?.link_id ?? pending.id,
      by,
      details: { kind, outcome, ...(credentialId === undefined ? {} : { credential_id: credentialId }) },
    });
    logger.log(outcome === "connected" ? "info" : "warn", "connect_ended", {
      tenant_id,
      kind,
      outcome,
      provider_code: outcome === "provider_error" ? ending.code : undefined,
      credential_id: credentialId,
    });
    return ending;
  }
}
