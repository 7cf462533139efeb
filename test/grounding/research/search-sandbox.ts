import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { type CorpusText, loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { searchASandboxKey, startSearchA } from "@plumbline/sandbox/search/search-a.ts";
import { searchBSandboxKey, startSearchB } from "@plumbline/sandbox/search/search-b.ts";
import { startSearchC } from "@plumbline/sandbox/search/search-c.ts";
import { startSearchD } from "@plumbline/sandbox/search/search-d.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import {
  createBackends,
  type SearchSettings,
} from "../../../packages/grounding/research/backends/create-backends.ts";
import type { SearchBackend } from "../../../packages/grounding/research/backends/search-backend.ts";

export type BackendLetter = "a" | "b" | "c" | "d";

/**
 * The four search servers over one corpus, a clock that moves only when told, and a real HTTP client between
 * them.
 */
export interface SearchSandbox {
  servers: Record<BackendLetter, ScriptedServer>;
  http: HttpClient;
  clock: ManualClock;
  settings: Required<SearchSettings>;
  /** These backends alone, in priority order. */
  backends(letters: string): SearchBackend[];
  /** Forgets scripts and recorded requests. */
  clear(): void;
  close(): Promise<void>;
}

export async function startSearchSandbox(
  texts: readonly CorpusText[] = loadCorpus(),
): Promise<SearchSandbox> {
  const [a, b, c, d] = await Promise.all([
    startSearchA({ texts }),
    startSearchB({ texts }),
    startSearchC({ texts }),
    startSearchD({ texts }),
  ]);
  const servers = { a, b, c, d };
  const clock = new ManualClock("2026-03-01T12:00:00Z");
  const egress = openEgress({ clock, allow: NOTHING_EXEMPT });
  const http = egress.provider;
  const settings = {
    a: { apiKey: new Secret(searchASandboxKey), baseUrl: `${a.url}/res/v1` },
    b: { apiKey: new Secret(searchBSandboxKey), baseUrl: b.url },
    c: { instanceUrl: `${c.url}/` },
    d: { baseUrl: `${d.url}/html/` },
  };
  return {
    servers,
    http,
    clock,
    settings,
    backends: (letters) => {
      const chosen = Object.entries(settings).filter(([letter]) => letters.includes(letter));
      return createBackends(Object.fromEntries(chosen), http);
    },
    clear: () => {
      for (const server of Object.values(servers)) server.clear();
    },
    close: async () => {
      await Promise.all([egress.close(), ...Object.values(servers).map((server) => server.close())]);
    },
  };
}
