import { GROUNDED_RULES, PREAMBLE } from "./preamble.ts";

export interface SystemPromptParts {
  /** The answer comes from a research outcome. */
  grounded: boolean;
  /** What the caller told of the user's workspace. */
  workspaceContext?: string | undefined;
  /** Further paragraphs, such as how to use tools. */
  more?: readonly string[];
}

/**
 * What a model is told ahead of the conversation: the preamble at every entry; and the workspace only while the topic is not an
 * external one, so that facts of somebody's code do not slip into an answer about the world.
 */
export function systemPrompt({ grounded, workspaceContext = "", more = [] }: SystemPromptParts): string {
  const paragraphs = [PREAMBLE, ...more];
  if (grounded) paragraphs.push(GROUNDED_RULES);
  else if (workspaceContext.trim() !== "")
    paragraphs.push(`<workspace_context>\n${workspaceContext.trim()}\n</workspace_context>`);
  return paragraphs.join("\n\n");
}
