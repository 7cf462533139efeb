import type { EndpointsOf } from "./define-adapter.ts";
import type { PROVIDERS } from "./providers.ts";

/** Where each provider is reached: the operator decides it, never a tenant or a model. */
export type ProviderEndpoints = EndpointsOf<(typeof PROVIDERS)[number]>;
