import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Reader } from "@plumbline/grounding/reader";
import type { Model } from "../model/model.ts";
import type { ModelReaderPorts } from "./read-with-model.ts";

const loadQuestions = loadOnce(() => import("./read-with-model.ts"));

/**
 * Creates a reader that uses the configured model to choose among numbered sentences and pages. Loads its
 * code for the first question.
 */
export function createModelReader(model: Model, ports: ModelReaderPorts): Reader {
  const questions = loadOnce(async () => (await loadQuestions()).createReaderFunctions(model, ports));
  return {
    id: model.id,
    select: async (question, candidates, bounds) => (await questions()).select(question, candidates, bounds),
    classify: async (messages, bounds) => (await questions()).classify(messages, bounds),
    support: async (statements, evidence, bounds) =>
      (await questions()).support(statements, evidence, bounds),
    samePerson: async (name, pages, bounds) => (await questions()).samePerson(name, pages, bounds),
  };
}
