import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describeTool, toolForm } from "@plumbline/core/tool/tool-forms.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { Context } from "hono";
import { callTool, idempotencyKey, listTools } from "../api/tool-operations.ts";
import { readJson, readQuery } from "../read-json.ts";
import { type Route, route } from "../route.ts";
import { callOptions } from "./call-options.ts";

/** The tools, and calling one. */
export function toolRoutes({
  registry,
  dispatcher,
  idempotentCalls,
}: Pick<Service, "registry" | "dispatcher" | "idempotentCalls">): readonly Route[] {
  return [
    route(listTools, (context) => {
      const { format } = readQuery(context, listTools.query);
      const items = registry.list().map((tool) => (format ? toolForm(tool, format) : describeTool(tool)));
      return context.json({ items, next_cursor: null });
    }),
    route(callTool, async (context, caller) => {
      const key = keyOf(context);
      const call = await readJson(context, callTool.body, callTool.bodyLimit);
      const name = context.req.param("name") ?? "";
      const options = callOptions(context);
      if (call.preview) {
        if (key !== undefined) throw keyedPreview();
        return context.json(await dispatcher.preview(caller, name, call.arguments, options));
      }
      if (key === undefined)
        return context.json(await dispatcher.call(caller, name, call.arguments, options));
      const request = { key, name, arguments: call.arguments };
      const { result, replayed } = await idempotentCalls.call(caller, request, options);
      if (replayed) context.header("idempotent-replayed", "true");
      return context.json(result);
    }),
  ];
}

/** Nothing of a preview is kept, so there is nothing a key could give again. */
function keyedPreview(): ServiceError {
  return new ServiceError("bad_request", "A preview takes no Idempotency-Key: nothing of it is kept.", {
    issues: [{ path: "Idempotency-Key", message: "must be left out of a preview" }],
  });
}

/** The `Idempotency-Key` header. Throws ServiceError `bad_request` for one that is empty, too long, or sent twice. */
function keyOf(context: Context): string | undefined {
  const key = context.req.header("idempotency-key");
  if (key === undefined || idempotencyKey.safeParse(key).success) return key;
  throw new ServiceError("bad_request", "The Idempotency-Key is not valid.", {
    issues: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
}
