import type { Schemas } from "@plumbline/client/schemas.ts";
import { auditOutcome } from "@plumbline/grounding";
import { searchAQuotaUsedUp } from "@plumbline/sandbox/search/search-a-failures.ts";
import { printOutcome } from "../print-outcome.ts";
import { onStandardOutput } from "../terminal.ts";
import { expectThat, type Scene, type Stage, streamDemoRun } from "./stage.ts";

async function research(
  { api, narrator }: Stage,
  prompt: string,
  context?: string,
): Promise<Schemas["ResearchOutcome"]> {
  const body = context === undefined ? { prompt } : { prompt, context };
  narrator.asked(`POST /api/v1/autonomy/research/complete ${JSON.stringify(body)}`);
  const {
    data: { outcome },
  } = await api.POST("/api/v1/autonomy/research/complete", { body });
  expectThat(outcome !== null, "research");
  printOutcome(onStandardOutput(narrator.terminal), outcome);
  return outcome;
}

/** Shows that every claim is a quote. */
const groundedAnswer: Scene = async (stage) => {
  stage.narrator.scene("A question about a person is answered with quotes, each with its source");
  const outcome = await research(stage, "Who was Ada Lovelace?");
  expectThat(outcome.ok && auditOutcome(outcome).ok, "an answer whose claims are verbatim");
  stage.narrator.say("Audited: every claim is verbatim in its source, and every snippet hash matches.");
};

const currentEvent: Scene = async (stage) => {
  stage.narrator.scene("So is one about a current event");
  expectThat((await research(stage, "Who won the Nobel Prizes of 2024?")).ok, "an answer about the prizes");
};

/** Shows the refusal for a name that does not exist. */
const refusalScene: Scene = async (stage) => {
  stage.narrator.scene("Without evidence it refuses; it never falls back to a model's memory");
  const outcome = await research(stage, "Who is Zorblax Quimby?");
  expectThat(outcome.error_code === "research_insufficient_evidence", "a refusal for lack of evidence");
};

const namesakes: Scene = async (stage) => {
  stage.narrator.scene("A name shared by two people gives a list, not a guess");
  const list = await research(stage, "Who is Steve McQueen?");
  expectThat(list.error_code === "research_ambiguous_name", "a disambiguation list");
  stage.narrator.say("With one more detail it answers, only from that person's sources:");
  expectThat(
    (await research(stage, "Who is Steve McQueen?", "the British film director")).ok,
    "an answer about the director",
  );
};

/** Shows the chain of backends when the first one fails. */
const fallback: Scene = async (stage) => {
  stage.narrator.scene("When a search backend fails, the next one answers, and the chain shows it");
  stage.sandbox.searchA.script("GET /res/v1/web/search", searchAQuotaUsedUp());
  const outcome = await research(stage, "When was CERN founded?");
  stage.narrator.show({ provider_used: outcome.provider_used, provider_chain: outcome.provider_chain });
  expectThat(outcome.ok && outcome.provider_used === "search_b", "an answer from the second backend");
};

const stream: Scene = async (stage) => {
  stage.narrator.scene("The same as a stream: research is shown like any tool call");
  const types = (await streamDemoRun(stage, "Tell me about Grace Hopper.")).map(({ type }) => type);
  expectThat(types[0] === "start" && types.at(-1) === "done" && types.includes("text_delta"), "a whole run");
};

export const researchScenes: readonly Scene[] = [
  groundedAnswer,
  currentEvent,
  refusalScene,
  namesakes,
  fallback,
  stream,
];
