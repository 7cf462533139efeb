import type { Provider } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS, type ProviderEndpoints } from "@plumbline/adapters/providers.ts";

const baseUrl = "http://provider.invalid";
const mailServer = { host: "mail.invalid", port: 993 };

/** Endpoints with host names that do not resolve, for tests that must not call a provider. */
export const unreachableProviders = Object.fromEntries(
  (PROVIDERS as readonly Provider[]).map(({ word, endpoints }) => {
    const addresses = Object.entries(endpoints).map(([name, endpoint]) => {
      return [name, "server" in endpoint ? mailServer : baseUrl];
    });
    return [word, Object.fromEntries(addresses)];
  }),
) as ProviderEndpoints;
