import type { Provider } from "./define-adapter.ts";
import { PROVIDERS } from "./providers.ts";

/**
 * Lists the environment variables that say where the providers are reached, in the order of the providers.
 */
export function endpointVariables(providers: readonly Provider[] = PROVIDERS): string[] {
  return providers.flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) =>
      "server" in endpoint ? [`${endpoint.setting}_HOST`, `${endpoint.setting}_PORT`] : [endpoint.setting],
    ),
  );
}
