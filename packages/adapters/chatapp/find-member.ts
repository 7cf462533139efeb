import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalText, toOptionalField, toReadableItems } from "../answer-fields.ts";
import { type ChatappContext, callChatapp } from "./chatapp-client.ts";

const PAGE_SIZE = 1_000;
/** Maximum number of pages to read. The provider allows about 20 requests per minute. */
const MAX_PAGES = 10;
const MAX_LISTED = 10;

const listResponse = z.object({
  members: toReadableItems(
    z.object({
      id: z.string().min(1),
      name: optionalText,
      deleted: toOptionalField(z.boolean()),
      is_bot: toOptionalField(z.boolean()),
      profile: toOptionalField(
        z.object({ display_name: optionalText, real_name: optionalText, email: optionalText }),
      ),
    }),
  ),
  response_metadata: toOptionalField(z.object({ next_cursor: optionalText })),
});
type Member = z.output<typeof listResponse>["members"]["items"][number];

/**
 * Returns the ID of the only active person with this handle, display name or full name. Members choose their
 * names, so none takes precedence. Throws AdapterValidationError if nobody matches, or several do.
 */
export async function findMember(context: ChatappContext, baseUrl: string, name: string): Promise<string> {
  const found: Member[] = [];
  for (let cursor = "", page = 0; page === 0 || cursor !== ""; page += 1) {
    if (page === MAX_PAGES)
      throw new AdapterValidationError("to: the workspace is too large to find a person by name.", BY_ID);
    const { members, response_metadata } = await callChatapp(context, baseUrl, {
      method: "users.list",
      effect: "read",
      fields: { limit: String(PAGE_SIZE), ...(cursor !== "" && { cursor }) },
      answer: listResponse,
    });
    found.push(...members.items.filter((member) => isCalled(member, name)));
    cursor = response_metadata?.next_cursor ?? "";
  }
  const [one, ...others] = found;
  if (!one) throw new AdapterValidationError(`to: nobody in the workspace is called "${name}".`, BY_ID);
  if (others.length === 0) return one.id;
  const listed = found
    .slice(0, MAX_LISTED)
    .map(({ id, profile }) => `${id} (${profile?.email ?? "no address"})`);
  throw new AdapterValidationError(`to: "${name}" matches more than one person.`, {
    nextStep: `Use the ID of the intended one: ${listed.join(", ")}.`,
  });
}

const BY_ID = { nextStep: "Use the person's e-mail address or user ID." };

function isCalled({ name, deleted, is_bot, profile }: Member, wanted: string): boolean {
  if (deleted || is_bot) return false;
  const names = [name, profile?.display_name, profile?.real_name];
  return names.some((one) => one?.toLowerCase() === wanted.toLowerCase());
}
