import {
  createModel,
  listModelIds,
  type ModelPorts,
  type ModelSettings,
} from "@plumbline/agent/model/configured-model.ts";
import { ModelError, type ModelErrorCode } from "@plumbline/agent/model/model-error.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { type DoctorFinding, reportProblem, reportWarning, reportWell } from "./finding.ts";

const TIMEOUT_MS = 30_000;
/** Enough for one word. Some providers require at least 16. */
const MAX_TOKENS = 64;

const REMEDIES: Readonly<Record<ModelErrorCode, string>> = {
  model_unavailable: "Check MODEL_BASE_URL, the network and the provider's status page.",
  model_rate_limited: "Wait, or raise the quota at the provider.",
  model_refused_request: "Check MODEL_API_KEY, and this name in MODEL_ID or MODEL_CHOICES.",
  model_bad_answer: "Check MODEL_PROVIDER and MODEL_BASE_URL: the server there is not such a model.",
  model_cut_off: "Run this again, and check the provider's status page.",
};

/** Asks each configured model for one word. */
export async function checkModels(
  settings: ModelSettings | undefined,
  ports: ModelPorts,
): Promise<DoctorFinding[]> {
  if (settings !== undefined)
    return Promise.all(listModelIds(settings).map((id) => checkModel({ ...settings, id }, ports)));
  return [
    reportWarning(
      { area: "model", name: "model" },
      "No model is configured: research answers only with quotes, and the agent is not available.",
      "Set MODEL_PROVIDER and MODEL_ID (docs/settings.md).",
    ),
  ];
}

async function checkModel(settings: ModelSettings, ports: ModelPorts): Promise<DoctorFinding> {
  const place = { area: "model", name: settings.id } as const;
  try {
    const model = createModel(settings, { ...ports, longestWaitMs: 1 });
    const messages = [{ role: "user", text: "Say OK." }] as const;
    const deadline = Deadline.in(TIMEOUT_MS, ports.clock);
    const request = { system: "", messages, tools: [], maxOutputTokens: MAX_TOKENS, deadline };
    for await (const event of model.stream(request))
      if (event.type === "finish") return reportWell(place, "It responds.");
    return reportProblem(place, "Its response is incomplete.", REMEDIES.model_bad_answer);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return reportProblem(place, error.message, "Set it as the message says.");
    if (!(error instanceof ModelError)) throw error;
    const { status } = error.detail;
    const message = status === undefined ? error.message : `${error.message} (HTTP ${status})`;
    return reportProblem(place, message, REMEDIES[error.code]);
  }
}
