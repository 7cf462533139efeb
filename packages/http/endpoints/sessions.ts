import { MAX_SESSION_SECONDS, newSessionSchema } from "@plumbline/core/access/request-bodies.ts";
import { demandToolNames } from "@plumbline/core/policy/find-tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { getActor, readJson } from "../request.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { describeFields, endUserName } from "./fields.ts";
import { requireCredentials } from "./visibility.ts";

const createSession = operation({
  id: "createSession",
  access: "sessions:create",
  summary: "Create a session",
  description:
    "Creates a short-lived token that a browser or an end user sends instead of an API key. It can call tools, research and the agent, as far " +
    "as the key that created it may. It stops working immediately when that key is revoked, expires or is rotated, or the tenant is deleted. " +
    "A session cannot create sessions.",
  body: newSessionSchema
    .extend({
      ...describeFields(newSessionSchema, {
        ttl_seconds: `How long the token is valid, in seconds: at most ${MAX_SESSION_SECONDS}.`,
        tools:
          "The only tools it may use, in either spelling, out of those the key may use. Default: all of them.",
        credential_ids:
          "The only credentials it may use, out of those the key may use. Default: all of them.",
        origin:
          "The only `Origin` that the token is accepted from. For browsers, add it to `CORS_ORIGINS` as well.",
      }),
      end_user: endUserName
        .optional()
        .describe("Your id or name for the person. It appears in the log line of each request and call."),
    })
    .meta({ id: "CreateSession" }),
  examples: {
    "A chat in a browser": { ttl_seconds: 900, end_user: "user-42", origin: "https://app.example.com" },
    "Two read-only tools": { ttl_seconds: 3600, tools: ["grounded_research", "feed_read"] },
  },
  answers: () => ({
    201: jsonAnswer(
      "The session's token.",
      z
        .object({
          session_token: z
            .string()
            .describe("`pls_…`. It is only returned here; it cannot be retrieved later."),
          expires_at: z.iso.datetime(),
        })
        .meta({ id: "NewSession" }),
    ),
  }),
});

/** Creates the routes of sessions for browsers and end users. */
export function sessionRoutes({ sessions, credentials, registry }: Service): readonly Route[] {
  return [
    route(createSession, async (context, caller) => {
      const { tools: named, ...input } = await readJson(context, createSession.body);
      const tools = named && (await demandToolNames(registry, named, "tools"));
      await requireCredentials(credentials, caller, input.credential_ids ?? []);
      const { token, record } = await sessions.create(caller, { ...input, tools }, getActor(context));
      return context.json({ session_token: token.reveal(), expires_at: record.expires_at }, 201);
    }),
  ];
}
