import { chunkEvents } from "@plumbline/agent/run/server-sent-events.ts";
import { startRun } from "@plumbline/agent/run/start-run.ts";
import { uiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import { runAgent, runRequest, uiMessageRunRequest } from "../api/agent-operations.ts";
import { lacksScope } from "../caller-check.ts";
import { EVENT_STREAM_HEADERS, eventStream, UI_MESSAGE_STREAM_HEADERS } from "../event-stream.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { callOptions } from "./call-options.ts";

type AgentService = Pick<
  Service,
  "dispatcher" | "registry" | "model" | "connections" | "clock" | "random" | "logger"
>;

/** A streamed run of the agent. Without a model it answers grounded prompts from the research outcome. */
export function agentRoutes(service: AgentService): readonly Route[] {
  return [
    route(runAgent, async (context, caller) => {
      const asUiMessage = readQuery(context, runAgent.query).protocol !== undefined;
      const request = await readJson(context, asUiMessage ? uiMessageRunRequest : runRequest);
      refuseUnknownTools(service, request.tools ?? []);
      refuseOtherModel(service, request.model);
      const tools = permittedTools(caller, request.tools);
      const left = new AbortController();
      const signal = AbortSignal.any([context.req.raw.signal, left.signal]);
      const options = { ...callOptions(context), signal };
      const chunks = await startRun(service, caller, { ...request, tools }, options);
      const events = asUiMessage ? uiMessageEvents(chunks) : chunkEvents(chunks);
      const stream = eventStream(events, { clock: service.clock, onCancel: () => left.abort() });
      return context.body(stream, 200, asUiMessage ? UI_MESSAGE_STREAM_HEADERS : EVENT_STREAM_HEADERS);
    }),
  ];
}

function refuseUnknownTools({ registry }: AgentService, names: readonly string[]): void {
  const issues = names.flatMap((name, index) =>
    registry.get(name) ? [] : [{ path: `tools.${index}`, message: "is not the name of a tool" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", "The list of tools names one that does not exist.", { issues });
}

function refuseOtherModel({ model }: AgentService, named: string | undefined): void {
  if (named === undefined || named === model?.id) return;
  if (!model) {
    throw new ServiceError(
      "model_not_configured",
      "A model was named, but no model is configured; leave it out.",
    );
  }
  throw new ServiceError("bad_request", "The model named is not the one that is configured; leave it out.", {
    issues: [{ path: "model", message: `must be ${model.id}` }],
  });
}

/** Who may not call tools by himself may not have a model call them: research alone is left. */
function permittedTools(
  { scopes }: TenantCaller,
  named: readonly string[] | undefined,
): readonly string[] | undefined {
  if (scopes.has("tools:call")) return named;
  if (named?.some((name) => name !== GROUNDED_RESEARCH)) throw lacksScope("tools:call");
  return named ?? [GROUNDED_RESEARCH];
}
