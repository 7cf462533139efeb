import * as z from "zod";

const MAX_TURNS = 200;
/** Of all turns together. */
export const MAX_CHARACTERS = 100_000;

/** Turns of a user and an assistant, oldest first: at most 200, with at most 100,000 characters in all. */
export function conversationOf(content: z.ZodString) {
  return z
    .array(z.strictObject({ role: z.enum(["user", "assistant"]), content }))
    .max(MAX_TURNS)
    .refine(
      (turns) => turns.reduce((sum, turn) => sum + turn.content.length, 0) <= MAX_CHARACTERS,
      `must hold at most ${MAX_CHARACTERS} characters in all`,
    );
}
