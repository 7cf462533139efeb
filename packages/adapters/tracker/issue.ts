import * as z from "zod";
import { optionalField, optionalText } from "../answer-fields.ts";

/** The provider's numbers; 0 is "no priority". */
const PRIORITY_NUMBERS = { low: 4, medium: 3, high: 2, urgent: 1 } as const;
const PRIORITIES = ["low", "medium", "high", "urgent"] as const;

export type Priority = (typeof PRIORITIES)[number];

export const priority = z.enum(PRIORITIES);

export function priorityNumber(name: Priority): number {
  return PRIORITY_NUMBERS[name];
}

/** What is asked of an issue; its answer must hold the id. */
export const ISSUE_FIELDS = "id identifier url title priority state { name }";
export const issueAnswer = z.object({
  id: z.string().min(1),
  identifier: optionalField(z.string().min(1)),
  url: optionalField(z.string().min(1)),
  title: optionalText,
  priority: optionalField(z.number()),
  state: optionalField(z.object({ name: z.string() })),
});

/** What the tool answers of an issue. */
export const issueResult = z.object({
  id: z.string(),
  identifier: z.string().optional().describe("The number people use, such as ENG-42."),
  url: z.string().optional(),
  title: z.string().optional(),
  state: z.string().optional().describe("Name of its workflow state."),
  priority: priority.optional(),
});

export function toIssueResult(issue: z.output<typeof issueAnswer>): z.output<typeof issueResult> {
  const { id, identifier, url, title, state, priority: number } = issue;
  const name = PRIORITIES.find((each) => PRIORITY_NUMBERS[each] === number);
  return {
    id,
    ...(identifier === undefined ? {} : { identifier }),
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(state ? { state: state.name } : {}),
    ...(name === undefined ? {} : { priority: name }),
  };
}
