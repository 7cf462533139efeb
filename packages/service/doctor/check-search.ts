import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { createBackends, type SearchBackend, type SearchSettings } from "@plumbline/grounding";
import { type DoctorFinding, reportProblem, reportWarning, reportWell } from "./finding.ts";

const TIMEOUT_MS = 10_000;
/** Every search engine finds this. It uses one query of the quota. */
const QUERY = "Ada Lovelace";

/** Sends one query to every configured search backend. */
export async function checkSearch(search: SearchSettings, http: HttpClient): Promise<DoctorFinding[]> {
  const backends = createBackends(search, http);
  if (backends.length === 0)
    return [
      reportWarning(
        { area: "search", name: "search" },
        "No search backend is configured, so research is refused.",
        "Set SEARCH_A_API_KEY, SEARCH_B_API_KEY or SEARCH_C_INSTANCE_URL (docs/settings.md).",
      ),
    ];
  return Promise.all(backends.map(checkBackend));
}

async function checkBackend(backend: SearchBackend): Promise<DoctorFinding> {
  const place = { area: "search", name: backend.name } as const;
  try {
    const { hits } = await backend.search({ query: QUERY, timeoutMs: TIMEOUT_MS });
    if (hits.length > 0) return reportWell(place, `It finds ${hits.length} pages.`);
    return reportWarning(
      place,
      "It responds, but found nothing.",
      "Check the engines that the backend queries.",
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isKey = error instanceof Error && "keyRefused" in error && error.keyRefused === true;
    const setting = backend.name.toUpperCase();
    const remedy = isKey
      ? `Set ${setting}_API_KEY to a key that the backend accepts.`
      : `Check the backend's quota and status, and the settings that start with ${setting}_.`;
    return reportProblem(place, `${message}.`, remedy);
  }
}
