import type { Secret } from "@plumbline/core/access/secret.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/origin-bound-http-client.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { BackendName } from "../outcome.ts";
import type { BackendConnection } from "./backend-exchange.ts";
import type { SearchBackend } from "./search-backend.ts";

/** Settings of each backend. A backend without settings is not asked. */
export interface SearchSettings {
  a?: { apiKey: Secret; baseUrl: string } | undefined;
  b?: { apiKey: Secret; baseUrl: string } | undefined;
  c?: { instanceUrl: string } | undefined;
  /** The development fallback. If enabled without others, research counts as configured. */
  d?: { baseUrl: string } | undefined;
}

/**
 * Creates the configured backends in priority order, each with access only to its own origin. Loaded on first
 * use.
 */
export function createBackends({ a, b, c, d }: SearchSettings, http: HttpClient): SearchBackend[] {
  const connect = (baseUrl: string): BackendConnection => ({
    baseUrl,
    http: new OriginBoundHttpClient(http, [baseUrl]),
  });
  return [
    a &&
      loadAtFirstUse("search_a", async () =>
        (await import("./search-a.ts")).createSearchA({ ...connect(a.baseUrl), apiKey: a.apiKey }),
      ),
    b &&
      loadAtFirstUse("search_b", async () =>
        (await import("./search-b.ts")).createSearchB({ ...connect(b.baseUrl), apiKey: b.apiKey }),
      ),
    c &&
      loadAtFirstUse("search_c", async () =>
        (await import("./search-c.ts")).createSearchC(connect(c.instanceUrl)),
      ),
    d &&
      loadAtFirstUse("search_d", async () =>
        (await import("./search-d.ts")).createSearchD(connect(d.baseUrl)),
      ),
  ].filter((backend) => backend !== undefined);
}

/** Returns a backend whose code is loaded only when it is first asked. */
function loadAtFirstUse(name: BackendName, load: () => Promise<SearchBackend>): SearchBackend {
  const backend = loadOnce(load);
  return { name, search: async (call) => (await backend()).search(call) };
}
