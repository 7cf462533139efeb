import type { Secret } from "@plumbline/core/access/secret.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { OriginBoundHttpClient } from "@plumbline/core/egress/origin-bound-http-client.ts";
import type { BackendConnection } from "./backends/backend-exchange.ts";
import { createSearchA } from "./backends/search-a.ts";
import { createSearchB } from "./backends/search-b.ts";
import type { SearchBackend } from "./backends/search-backend.ts";
import { createSearchC } from "./backends/search-c.ts";
import { createSearchD } from "./backends/search-d.ts";

/** Which backends the operator configured; one that is absent is not asked. */
export interface SearchSettings {
  a?: { apiKey: Secret; baseUrl: string } | undefined;
  b?: { apiKey: Secret; baseUrl: string } | undefined;
  c?: { instanceUrl: string } | undefined;
  /** The development fallback; alone and switched on it counts as configured. */
  d?: { baseUrl: string } | undefined;
}

/** The configured backends in priority order, each able to reach its own origin and no other. */
export function createBackends({ a, b, c, d }: SearchSettings, http: HttpClient): SearchBackend[] {
  const connect = (baseUrl: string): BackendConnection => ({
    baseUrl,
    http: new OriginBoundHttpClient(http, [baseUrl]),
  });
  return [
    ...(a ? [createSearchA({ ...connect(a.baseUrl), apiKey: a.apiKey })] : []),
    ...(b ? [createSearchB({ ...connect(b.baseUrl), apiKey: b.apiKey })] : []),
    ...(c ? [createSearchC(connect(c.instanceUrl))] : []),
    ...(d ? [createSearchD(connect(d.baseUrl))] : []),
  ];
}
