import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";
import type { OAuthClients } from "@plumbline/connections/oauth-client.ts";
import type { IssuerSettings } from "@plumbline/core/access/token-verifier.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { EgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import type { RequestRates } from "@plumbline/core/fairness/request-rates.ts";
import type { StageLimits } from "@plumbline/core/fairness/stage-limits.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { TracingSettings } from "@plumbline/core/tracing/otlp-export.ts";
import type { SearchSettings } from "@plumbline/grounding";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import type { openEntityStores, PlatformStores } from "./entity-stores.ts";
import type { ReaderSetting } from "./settings/read-settings.ts";

/** Parts that a platform provides: its stores, its keys, and its operator's settings. */
export interface ServicePorts {
  stage: string;
  stores: PlatformStores;
  /** Opens the stores of the entities. Defaults to `openEntityStores`. */
  storesOver?: typeof openEntityStores | undefined;
  keys: KeyService;
  /** Returns the alias that a tenant's own master key must have. Omitted on platforms without such keys. */
  ownKeyOf?: ((tenantId: string) => string) | undefined;
  egress: Egress;
  egressAllow: EgressAllow;
  /** A function if the keys are only read when research first needs them, as on Lambda. */
  search: SearchSettings | (() => Promise<SearchSettings>);
  /** If omitted, there is no model. */
  model?: ModelSettings | undefined;
  /** `model` lets the model choose among the sentences that research finds. Defaults to `off`. */
  reader?: ReaderSetting | undefined;
  /** The platform's own AWS account, if it has one. */
  aws?: AwsAccess | undefined;
  endpoints: ProviderEndpoints;
  /** The operator's OAuth clients. Without them, no accounts are connected and no tokens renewed. */
  oauth?: OAuthClients | undefined;
  /** The OIDC issuer whose tokens callers may send. If omitted, only API keys are accepted. */
  issuer?: IssuerSettings | undefined;
  /** Creates the verifier of the issuer's tokens. Omitted in a process without callers. */
  tokenVerifierOf?: typeof createOidcVerifier | undefined;
  watches: { eventDays: number; mostPerTenant: number };
  /** Number of days for which the log stores calls; 0 disables the log. */
  callDays: number;
  /** Number of hours for which a conversation is stored after its last event. Defaults to 24. */
  conversationHours?: number | undefined;
  /** Number of days for which chats are stored after their last run. Defaults to 0, which stores none. */
  chatDays?: number | undefined;
  /** Queue for announcing due deliveries. Without it, they wait for the next minute. */
  deliveryQueue?: DeliveryQueue | undefined;
  /** Maximum total wait within one call. Defaults to 60 s. */
  longestWaitSeconds?: number | undefined;
  /** Limits on requests per minute. Defaults to `DEFAULT_REQUEST_RATES`. */
  requestRates?: RequestRates | undefined;
  /** Limits that several instances share. */
  stageLimits?: StageLimits | undefined;
  corsOrigins: readonly string[];
  /** The service's base URL. Defaults to the origin of each request. */
  publicUrl?: string | undefined;
  /** SHA-256, in hexadecimal, of the agent key that a local service stores for its own user. */
  localAgentKeyHash?: (() => string | undefined) | undefined;
  /** Aborts when streams must end because the service stops. */
  stopping?: AbortSignal | undefined;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
  /** The collector of traces. If omitted, nothing is traced. */
  tracing?: TracingSettings | undefined;
}
