import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import type { Reader } from "@plumbline/grounding/reader";
import type { Model } from "../model/model.ts";
import type { ModelReaderPorts } from "./select-with-model.ts";

const loadSelect = loadOnce(() => import("./select-with-model.ts"));

/**
 * The configured model as a reader: it reads numbered sentences and chooses among them. What asks it is
 * loaded at the first question.
 */
export function createModelReader(model: Model, ports: ModelReaderPorts): Reader {
  const select = loadOnce(async () => (await loadSelect()).selectWith(model, ports));
  return {
    id: model.id,
    select: async (question, candidates, bounds) => (await select())(question, candidates, bounds),
  };
}
