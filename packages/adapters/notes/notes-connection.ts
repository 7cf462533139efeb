import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";
import type { ConnectionCheck } from "../define-adapter.ts";
import { callNotes, NOTES_REQUEST_ID } from "./notes-client.ts";

/** `object` or any of the names shows that it is a user. */
const identity = z
  .object({
    object: optionalText,
    id: optionalText,
    name: optionalText,
    bot: optionalField(z.object({ workspace_name: optionalText })),
  })
  .refine(
    ({ object, id, name, bot }) => (object ?? "user") === "user" && Boolean(object || id || name || bot),
  );

/** Testing a notes token: who its bot is. */
export function notesConnection(baseUrl: string): ConnectionCheck {
  const kinds = ["notes"] as const;
  return {
    kinds,
    test: defineTool({
      name: "credential_test:notes",
      description: "Asks the notes app (Notion) who owns the token; changes nothing.",
      input: z.object({}),
      output: z.object({ account: z.string().optional() }),
      credential: { use: "required", kinds },
      effect: "read",
      idempotency: "read",
      reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: NOTES_REQUEST_ID },
      reads: "own",
      async run(_input, context) {
        const call = { method: "GET", path: "v1/users/me", effect: "read", answer: identity } as const;
        const { name, bot } = await callNotes(context, { baseUrl, token: context.credential.token }, call);
        const account = [name, bot?.workspace_name].filter((part) => part).join(" @ ");
        return account === "" ? {} : { account };
      },
    }),
  };
}
