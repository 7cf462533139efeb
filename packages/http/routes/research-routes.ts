import { completeResearch } from "@plumbline/agent/completion/complete-research.ts";
import type { Service } from "@plumbline/service/service.ts";
import { completePrompt } from "../api/research-operations.ts";
import { readJson } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { callOptions } from "./call-options.ts";

type ResearchService = Pick<Service, "research" | "model" | "clock" | "logger">;

/** The gate, then research, then perhaps a model. */
export function researchRoutes({ research: engine, ...ports }: ResearchService): readonly Route[] {
  return [
    route(completePrompt, async (context, caller) => {
      const request = await readJson(context, completePrompt.body);
      return context.json(
        await completeResearch({ engine, ...ports }, caller, request, callOptions(context)),
      );
    }),
  ];
}
