import * as z from "zod";

/** The provider's numbers; 0 is "no priority". */
const PRIORITY_NUMBERS = { low: 4, medium: 3, high: 2, urgent: 1 } as const;
const PRIORITIES = ["low", "medium", "high", "urgent"] as const;

export type Priority = (typeof PRIORITIES)[number];

export const priority = z.enum(PRIORITIES);

export function priorityNumber(name: Priority): number {
  return PRIORITY_NUMBERS[name];
}

/** What is asked of an issue, and what its answer must hold. */
export const ISSUE_FIELDS = "id identifier url title priority state { name }";
export const issueAnswer = z.object({
  id: z.string().min(1),
  identifier: z.string().min(1),
  url: z.string().min(1),
  title: z.string(),
  priority: z.number().optional().catch(undefined),
  state: z.object({ name: z.string() }).nullish().catch(undefined),
});

/** What the tool answers of an issue. */
export const issueResult = z.object({
  id: z.string(),
  identifier: z.string().describe("The number people use, such as ENG-42."),
  url: z.string(),
  title: z.string(),
  state: z.string().optional().describe("Name of its workflow state."),
  priority: priority.optional(),
});

export function toIssueResult({ state, priority: number, ...issue }: z.output<typeof issueAnswer>) {
  const name = PRIORITIES.find((each) => PRIORITY_NUMBERS[each] === number);
  return {
    ...issue,
    ...(state ? { state: state.name } : {}),
    ...(name === undefined ? {} : { priority: name }),
  };
}
