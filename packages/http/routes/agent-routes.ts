import { endClearly } from "@plumbline/core/agent/end-clearly.ts";
import { startRun } from "@plumbline/core/agent/grounded-run.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import * as z from "zod";
import { EVENT_STREAM_HEADERS, eventStream } from "../event-stream.ts";
import { readJson, readQuery } from "../read-json.ts";
import type { Route } from "../route.ts";
import type { Service } from "../service.ts";
import { callOptions } from "./call-options.ts";

const MAX_CHARACTERS = 100_000;

const message = z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().trim().min(1) });

const runRequest = z.strictObject({
  messages: z
    .array(message)
    .min(1)
    .max(200)
    .refine((all) => all.at(-1)?.role === "user", "must end with a message of the user")
    .refine(
      (all) => all.reduce((sum, { content }) => sum + content.length, 0) <= MAX_CHARACTERS,
      `must hold at most ${MAX_CHARACTERS} characters in all`,
    ),
  workspace_context: z.string().max(100_000).optional(),
  tools: z.array(z.string().min(1).max(100)).max(100).optional(),
  model: z.string().min(1).max(200).optional(),
  max_steps: z.int().min(1).max(20).default(8),
});

const runQuery = z.strictObject({ protocol: z.literal("ui-message").optional() });

type AgentService = Pick<Service, "dispatcher" | "registry" | "clock" | "random" | "logger">;

/** A streamed run of the agent. Without a model it answers grounded prompts from the research outcome. */
export function agentRoutes(service: AgentService): readonly Route[] {
  return [
    {
      method: "POST",
      path: "/api/v1/agent/stream",
      access: "agent",
      async handle(context, caller) {
        if (readQuery(context, runQuery).protocol !== undefined) {
          throw new ServiceError(
            "not_supported",
            "protocol=ui-message is not supported by this version; leave it out.",
          );
        }
        const request = await readJson(context, runRequest);
        refuseUnknownTools(service, request.tools ?? []);
        if (request.model !== undefined) {
          throw new ServiceError(
            "model_not_configured",
            "A model was named, but no model is configured; leave it out.",
          );
        }
        const options = callOptions(context);
        const run = startRun(service, caller, request, options);
        const chunks = endClearly(run, { ...service, ...options });
        return context.body(eventStream(chunks, service.clock), 200, EVENT_STREAM_HEADERS);
      },
    },
  ];
}

function refuseUnknownTools({ registry }: AgentService, names: readonly string[]): void {
  const issues = names.flatMap((name, index) =>
    registry.get(name) ? [] : [{ path: `tools.${index}`, message: "is not the name of a tool" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", "The list of tools names one that does not exist.", { issues });
}
