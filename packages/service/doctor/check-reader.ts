import { createModel, type ModelPorts } from "@plumbline/agent/model/configured-model.ts";
import { ModelError } from "@plumbline/agent/model/model-error.ts";
import { createModelReader } from "@plumbline/agent/reader/model-reader.ts";
import { isChosen, READER_TIMEOUT_MS, type Reader, verifyChoices } from "@plumbline/grounding/reader";
import type { Settings } from "../settings/read-settings.ts";
import { type DoctorFinding, reportWarning, reportWell } from "./finding.ts";

const PLACE = { area: "model", name: "reader" } as const;
const REMEDY = "Choose another MODEL_ID, or set READER=off. Until then only the rules choose.";

const QUESTION = { text: "When was Karsund Bridge opened?", subject: "Karsund Bridge", today: "2026-11-27" };
const page = { title: "Karsund Bridge", url: "https://bridges.example/karsund" };
const CANDIDATES = [
  { ...page, number: 1, text: "Karsund Bridge is 1,150 metres long." },
  { ...page, number: 2, text: "Karsund Bridge was opened on 3 May 2014." },
  { ...page, number: 3, text: "The ferry to Karsund was closed in 2013." },
];
const ANSWER = 2;

/** Lets the reader choose among three sentences. Returns no finding if there is no model. */
export async function checkReader(
  { model: settings, reader }: Pick<Settings, "model" | "reader">,
  ports: ModelPorts,
): Promise<DoctorFinding[]> {
  if (settings === undefined) return [];
  if (reader === "off")
    return [reportWell(PLACE, "READER is off: the rules choose among the sentences found.")];
  const model = createModelReader(createModel(settings, { ...ports, longestWaitMs: 1 }), ports);
  const warning = await findFault(model, ports);
  return [
    warning === null
      ? reportWell(PLACE, "It chooses the right sentence.")
      : reportWarning(PLACE, warning, REMEDY),
  ];
}

async function findFault(reader: Reader, { clock }: ModelPorts): Promise<string | null> {
  const startedAt = clock.monotonic();
  try {
    const { signal } = new AbortController();
    const bounds = { signal, timeoutMs: 5 * READER_TIMEOUT_MS };
    const choices = verifyChoices((await reader.select(QUESTION, CANDIDATES, bounds)).choices, CANDIDATES);
    if (choices === null) return "The model does not choose in the requested form.";
    const chosen = [...choices.values()].filter((choice) => isChosen(choice, QUESTION));
    if (chosen.length !== 1 || chosen[0]?.number !== ANSWER) return "The model chooses the wrong sentence.";
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return `The model did not choose: ${error.message}`;
  }
  const tookMs = clock.monotonic() - startedAt;
  return tookMs > READER_TIMEOUT_MS
    ? `The model took ${Math.round(tookMs / 1_000)} s to choose, but research waits only ${READER_TIMEOUT_MS / 1_000} s.`
    : null;
}
