import type { ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";
import type { Clock, Random } from "@plumbline/core/clock/clock.ts";
import type { KeyService } from "@plumbline/core/credentials/vault/key-service.ts";
import type { Egress } from "@plumbline/core/egress/egress.ts";
import type { StageLimits } from "@plumbline/core/fairness/stage-limits.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { Metrics } from "@plumbline/core/metrics/metrics.ts";
import type { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { SearchSettings } from "@plumbline/grounding";
import type { DeliveryQueue } from "@plumbline/watches/delivery/delivery-queue.ts";
import type { openEntityStores, PlatformStores } from "./entity-stores.ts";
import type { Settings } from "./settings/read-settings.ts";

type RequiredSettings = Pick<Settings, "stage" | "egressAllow" | "watches" | "callDays" | "corsOrigins">;

/**
 * Settings that may be omitted. The defaults are no model, no reader, no clients, no issuer and no traces. A
 * conversation is kept for 24 hours, a chat not at all, and calls wait for up to 60 s.
 */
type OptionalSettings = Pick<
  Settings,
  | "model"
  | "reader"
  | "oauth"
  | "issuer"
  | "conversationHours"
  | "chatDays"
  | "longestWaitSeconds"
  | "requestRates"
  | "publicUrl"
  | "tracing"
>;

/** Parts that a platform provides: its stores, its keys, and its operator's settings. */
export interface ServicePorts
  extends RequiredSettings,
    Readonly<{ [name in keyof OptionalSettings]?: OptionalSettings[name] | undefined }> {
  stores: PlatformStores;
  /** Opens the stores of the entities. Defaults to `openEntityStores`. */
  storesOver?: typeof openEntityStores | undefined;
  keys: KeyService;
  /** Returns the alias that a tenant's own master key must have. Omitted on platforms without such keys. */
  ownKeyOf?: ((tenantId: string) => string) | undefined;
  egress: Egress;
  /** A function if the keys are only read when research first needs them, as on Lambda. */
  search: SearchSettings | (() => Promise<SearchSettings>);
  /** The platform's own AWS account, if it has one. */
  aws?: AwsAccess | undefined;
  endpoints: ProviderEndpoints;
  /** Creates the verifier of the issuer's tokens. Omitted in a process without callers. */
  tokenVerifierOf?: typeof createOidcVerifier | undefined;
  /** Queue for announcing due deliveries. Without it, they wait for the next minute. */
  deliveryQueue?: DeliveryQueue | undefined;
  /** Limits that several instances share. */
  stageLimits?: StageLimits | undefined;
  /** SHA-256, in hexadecimal, of the agent key that a local service stores for its own user. */
  localAgentKeyHash?: (() => string | undefined) | undefined;
  /** Aborts when streams must end because the service stops. */
  stopping?: AbortSignal | undefined;
  clock: Clock;
  random: Random;
  logger: Logger;
  /** If omitted, nothing is counted. */
  metrics?: Metrics | undefined;
}
