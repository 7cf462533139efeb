import type { Secret } from "@plumbline/core/access/secret.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import type { BackendConnection } from "./backends/backend-exchange.ts";
import type { SearchBackend } from "./backends/search-backend.ts";
import type { BackendName } from "./outcome.ts";

/** Which backends the operator configured; one that is absent is not asked. */
export interface SearchSettings {
  a?: { apiKey: Secret; baseUrl: string } | undefined;
  b?: { apiKey: Secret; baseUrl: string } | undefined;
  c?: { instanceUrl: string } | undefined;
  /** The development fallback; alone and switched on it counts as configured. */
  d?: { baseUrl: string } | undefined;
}

/** The configured backends in priority order, each able to reach its own origin and no other. Loaded when first asked. */
export function createBackends({ a, b, c, d }: SearchSettings, http: HttpClient): SearchBackend[] {
  const connect = (baseUrl: string): BackendConnection => ({
    baseUrl,
    http: new OriginBoundHttpClient(http, [baseUrl]),
  });
  return [
    ...(a ? [searchA({ ...connect(a.baseUrl), apiKey: a.apiKey })] : []),
    ...(b ? [searchB({ ...connect(b.baseUrl), apiKey: b.apiKey })] : []),
    ...(c ? [searchC(connect(c.instanceUrl))] : []),
    ...(d ? [searchD(connect(d.baseUrl))] : []),
  ];
}

function searchA(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return loadedLater("search_a", async () =>
    (await import("./backends/search-a.ts")).createSearchA(connection),
  );
}

function searchB(connection: BackendConnection & { apiKey: Secret }): SearchBackend {
  return loadedLater("search_b", async () =>
    (await import("./backends/search-b.ts")).createSearchB(connection),
  );
}

function searchC(connection: BackendConnection): SearchBackend {
  return loadedLater("search_c", async () =>
    (await import("./backends/search-c.ts")).createSearchC(connection),
  );
}

function searchD(connection: BackendConnection): SearchBackend {
  return loadedLater("search_d", async () =>
    (await import("./backends/search-d.ts")).createSearchD(connection),
  );
}

/** A backend that costs nothing until it is asked: its wire format is loaded by then. */
function loadedLater(name: BackendName, load: () => Promise<SearchBackend>): SearchBackend {
  return { name, search: async (call) => (await load()).search(call) };
}
