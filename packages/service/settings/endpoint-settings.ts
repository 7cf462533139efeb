import type { Endpoint, Provider } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS, type ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import * as z from "zod";
import { baseUrl, hostName, remotePort } from "./setting-values.ts";

const ALL: readonly Provider[] = PROVIDERS;

/** Variables of the providers' addresses. They default to the providers' own. */
export const endpointSchema = z.object(
  Object.fromEntries(ALL.flatMap(({ endpoints }) => Object.values(endpoints).flatMap(listVariables))),
);

/** Returns the addresses by provider. */
export function readEndpoints(values: z.infer<typeof endpointSchema>): ProviderEndpoints {
  const readAddress = (endpoint: Endpoint) =>
    "server" in endpoint
      ? { host: values[`${endpoint.setting}_HOST`], port: values[`${endpoint.setting}_PORT`] }
      : values[endpoint.setting];
  const found = ALL.filter(({ endpoints }) => Object.keys(endpoints).length > 0).map(
    ({ word, endpoints }) => {
      const addresses = Object.entries(endpoints).map(([name, endpoint]) => [name, readAddress(endpoint)]);
      return [word, Object.fromEntries(addresses)];
    },
  );
  // The schema has parsed a value for every endpoint of every provider.
  return Object.fromEntries(found) as ProviderEndpoints;
}

function listVariables(endpoint: Endpoint): [name: string, schema: z.ZodType][] {
  if (!("server" in endpoint)) return [[endpoint.setting, baseUrl.default(endpoint.baseUrl)]];
  const { host, port } = endpoint.server;
  return [
    [`${endpoint.setting}_HOST`, hostName.default(host)],
    [`${endpoint.setting}_PORT`, remotePort.default(port)],
  ];
}
