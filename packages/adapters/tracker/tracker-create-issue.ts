import { AdapterError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField } from "../answer-fields.ts";
import { ISSUE_FIELDS, issueAnswer, issueResult, priority, priorityNumber, toIssueResult } from "./issue.ts";
import { isUuid, previewLookUp, resolveReferences } from "./issue-references.ts";
import { projectReference, teamReference } from "./references.ts";
import { askTracker, TRACKER_REQUEST_ID, type TrackerContext } from "./tracker-client.ts";
import { ID_TAKEN } from "./tracker-errors.ts";

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const name = z.string().trim().min(1);

const CREATE = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ${ISSUE_FIELDS} } }
}`;
const createAnswer = z.object({
  issueCreate: z.object({ success: optionalField(z.boolean()), issue: optionalField(issueAnswer) }),
});
const READ = `query Read($id: String!) { issue(id: $id) { ${ISSUE_FIELDS} } }`;
const readAnswer = z.object({ issue: issueAnswer });

/**
 * `tracker_create_issue`: a new issue under an id of ours, so that a second attempt finds what the first one made.
 * What is named and not given by id is looked up first.
 */
export function trackerCreateIssue(baseUrl: string): Tool {
  return defineTool({
    name: "tracker_create_issue",
    title: "Create a tracker issue",
    description:
      "Creates an issue in the issue tracker and answers its number and URL. Not for finding or changing issues.",
    input: z.object({
      team_id: teamReference.describe("Key such as ENG, UUID or link."),
      title: name.max(255).describe("At most 255 characters."),
      description: z.string().max(100_000).optional().describe("Markdown."),
      priority: priority.optional().describe("None when left out."),
      assignee_id: z
        .string()
        .trim()
        .max(320)
        .refine((text) => isUuid(text) || EMAIL.test(text), "must be a UUID or an e-mail address")
        .optional()
        .describe("UUID or e-mail address."),
      label_ids: z
        .array(name.max(255))
        .max(20)
        .refine(
          (labels) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length,
          "must not name a label twice",
        )
        .optional()
        .describe("Names or UUIDs of existing labels."),
      project_id: projectReference.optional().describe("UUID, identifier or link."),
      due_date: z.iso.date("must be a real date, YYYY-MM-DD").optional().describe("YYYY-MM-DD."),
    }),
    output: issueResult,
    credential: { use: "required", kinds: ["tracker"] },
    effect: "write",
    idempotency: "key",
    additive: true,
    reach: { to: "provider", baseUrls: [baseUrl], requestIdHeader: TRACKER_REQUEST_ID },
    identifiers: ["team_id", "priority", "assignee_id", "label_ids", "project_id", "due_date"],
    async run(issue, context) {
      const { team_id: team, assignee_id: assignee, label_ids: labels = [] } = issue;
      const ids = await context.once("references", () =>
        resolveReferences(context, baseUrl, { team, assignee, labels }),
      );
      const created = await create(context, baseUrl, {
        id: context.idempotencyKey,
        teamId: ids.teamId,
        title: issue.title,
        description: issue.description,
        priority: issue.priority && priorityNumber(issue.priority),
        assigneeId: ids.assigneeId,
        labelIds: ids.labelIds.length > 0 ? ids.labelIds : undefined,
        projectId: issue.project_id,
        dueDate: issue.due_date,
      });
      return toIssueResult(created);
    },
    previewAnswer: ({ body }, _index, { label_ids: labels = [] }) => previewLookUp(body, labels),
  });
}

type Issue = z.output<typeof issueAnswer>;

async function create(
  context: TrackerContext,
  baseUrl: string,
  input: Readonly<Record<string, unknown>> & { id: string },
): Promise<Issue> {
  try {
    const operation = {
      document: CREATE,
      variables: { input },
      effect: "write",
      data: createAnswer,
    } as const;
    const { issueCreate } = await askTracker(context, baseUrl, operation);
    if (issueCreate.success !== false && issueCreate.issue) return issueCreate.issue;
    throw new AdapterTransientError("The issue tracker did not confirm the issue.", { outcomeUnknown: true });
  } catch (error) {
    if (error instanceof AdapterError && error.detail.providerCode === ID_TAKEN)
      return readBack(context, baseUrl, input.id);
    throw error;
  }
}

/** The issue an earlier attempt created. That it exists is known, so whatever keeps it from being read may pass. */
async function readBack(context: TrackerContext, baseUrl: string, id: string): Promise<Issue> {
  try {
    const operation = { document: READ, variables: { id }, effect: "read", data: readAnswer } as const;
    return (await askTracker(context, baseUrl, operation)).issue;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const message = `The issue was created but could not be read: ${error.message}`;
    throw new AdapterTransientError(message, { ...error.detail, outcomeUnknown: true });
  }
}
