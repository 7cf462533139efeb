import { AdapterError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { createIdOrLinkArgument, parseLink, splitPath } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { createNewDestination } from "@plumbline/core/tool/destination.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, toOptionalField } from "../answer-fields.ts";
import { atProvider, providerTitle } from "../define-adapter.ts";
import { findHtmlDestinations } from "../html-destinations.ts";
import { findIdentifier, previewLookUp, resolveReferences } from "./issue-references.ts";
import { tracker } from "./provider.ts";
import { callTracker, type TrackerContext } from "./tracker-client.ts";
import { ID_TAKEN } from "./tracker-errors.ts";

/** Priorities as the provider numbers them. 0 means "no priority". */
const PRIORITY_NUMBERS = { low: 4, medium: 3, high: 2, urgent: 1 } as const;
const priority = z.enum(["low", "medium", "high", "urgent"]);

/** Requested fields of an issue. The ID is required. */
const ISSUE_FIELDS = "id identifier url title priority state { name }";
const issueResponse = z.lazy(() =>
  z.object({
    id: z.string().min(1),
    identifier: toOptionalField(z.string().min(1)),
    url: toOptionalField(z.string().min(1)),
    title: optionalText,
    priority: toOptionalField(z.number()),
    state: toOptionalField(z.object({ name: z.string() })),
  }),
);

/** An issue as the tool returns it. */
const issueResult = z.lazy(() =>
  z.object({
    id: z.string(),
    identifier: z.string().optional().describe("The number people use, such as ENG-42."),
    url: z.string().optional(),
    title: z.string().optional(),
    state: z.string().optional().describe("Name of its workflow state."),
    priority: priority.optional(),
  }),
);

function toIssueResult(issue: z.output<typeof issueResponse>): z.output<typeof issueResult> {
  const { id, identifier, url, title, state, priority: number } = issue;
  const name = priority.options.find((each) => PRIORITY_NUMBERS[each] === number);
  return { id, identifier, url, title, state: state?.name, priority: name };
}

const DOMAINS = ["linear.app"];
const TEAM_KEY = /^[a-z0-9]{1,20}$/i;
const MAX_NAME = 255;

/**
 * Returns the part after `what` in a link's path, which starts with the workspace: `/acme/team/ENG/all` →
 * `ENG`.
 */
function findInLink(text: string, what: string): string | undefined {
  const link = parseLink(text, DOMAINS);
  const [, found, id] = link ? splitPath(link) : [];
  return found === what ? id : undefined;
}

function isName(text: string): boolean {
  return text !== "" && text.length <= MAX_NAME && !/^https?:/i.test(text);
}

/** A team, given by its UUID, key, name or link. */
const teamReference = createIdOrLinkArgument((text) => {
  if (isName(text)) return text;
  const key = findInLink(text, "team");
  return key !== undefined && TEAM_KEY.test(key) ? key : undefined;
}, "must be a UUID, a team's key or name, or a link such as https://linear.app/acme/team/ENG");

/** A project, given by its UUID, identifier, name or link. */
const projectReference = createIdOrLinkArgument((text) => {
  if (isName(text)) return text;
  return findIdentifier(findInLink(text, "project") ?? "");
}, "must be a UUID, a project's name, or a link such as https://linear.app/acme/project/name-0123456789ab");

const name = z.string().trim().min(1);

const CREATE = `mutation Create($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ${ISSUE_FIELDS} } }
}`;
const createResponse = z.object({
  issueCreate: z.object({ success: toOptionalField(z.boolean()), issue: toOptionalField(issueResponse) }),
});
const READ = `query Read($id: String!) { issue(id: $id) { ${ISSUE_FIELDS} } }`;
const readResponse = z.object({ issue: issueResponse });

/**
 * Defines `tracker_create_issue`, which creates an issue under an ID chosen here, so that a second attempt
 * finds the issue of the first. Looks up references by name first.
 */
export function trackerCreateIssue(baseUrl: string): Tool {
  return defineTool({
    name: "tracker_create_issue",
    title: "Create a tracker issue",
    sentence: "Create|Created the issue “{title}”",
    description: `Creates an issue in the ${providerTitle(tracker)} and returns its number and URL. Not for finding or changing issues.`,
    input: z.object({
      team_id: teamReference.describe("Key such as ENG, name or link."),
      title: name.max(MAX_NAME).describe("At most 255 characters."),
      description: z.string().max(100_000).optional().describe("Markdown."),
      priority: priority.optional().describe("Default: none."),
      assignee_id: z.string().trim().min(1).max(320).optional().describe('"me", name or e-mail address.'),
      label_ids: z
        .array(name.max(MAX_NAME))
        .max(20)
        .refine(
          (labels) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length,
          "must not list a label twice",
        )
        .optional()
        .describe("Names of existing labels, or Group/Name."),
      project_id: projectReference.optional().describe("Name or link."),
      due_date: z.iso.date("must be a real date, YYYY-MM-DD").optional().describe("YYYY-MM-DD."),
    }),
    example: { team_id: "ENG", title: "The login page is slow", priority: "high", label_ids: ["bug"] },
    output: issueResult,
    ...atProvider(tracker, baseUrl),
    effect: "write",
    idempotency: "key",
    additive: true,
    reads: "own",
    destinations: async ({ description }) => [
      createNewDestination("issue", tracker.speaksTo),
      ...(await findHtmlDestinations("description", description)),
    ],
    texts: ({ description }) =>
      description ? [{ argument: "description", form: "markdown", text: description }] : [],
    identifiers: ["team_id", "priority", "assignee_id", "label_ids", "project_id", "due_date"],
    async run(issue, context) {
      const { team_id: team, assignee_id: assignee, label_ids: labels = [], project_id: project } = issue;
      const ids = await context.once("references", () =>
        resolveReferences(context, baseUrl, { team, assignee, labels, project }),
      );
      const created = await create(context, baseUrl, {
        id: context.idempotencyKey,
        teamId: ids.teamId,
        title: issue.title,
        description: issue.description,
        priority: issue.priority && PRIORITY_NUMBERS[issue.priority],
        assigneeId: ids.assigneeId,
        labelIds: ids.labelIds.length > 0 ? ids.labelIds : undefined,
        projectId: ids.projectId,
        dueDate: issue.due_date,
      });
      return toIssueResult(created);
    },
    previewAnswer: ({ body }, _index, { label_ids: labels = [] }) => previewLookUp(body, labels),
  });
}

type Issue = z.output<typeof issueResponse>;

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
      data: createResponse,
    } as const;
    const { issueCreate } = await callTracker(context, baseUrl, operation);
    if (issueCreate.success !== false && issueCreate.issue) return issueCreate.issue;
    throw new AdapterTransientError("The issue tracker (Linear) did not confirm the issue.", {
      outcomeUnknown: true,
    });
  } catch (error) {
    if (error instanceof AdapterError && error.detail.providerCode === ID_TAKEN)
      return readBack(context, baseUrl, input.id);
    throw error;
  }
}

/** Reads the issue that an earlier attempt created. It exists, so every failure to read it is transient. */
async function readBack(context: TrackerContext, baseUrl: string, id: string): Promise<Issue> {
  try {
    const operation = { document: READ, variables: { id }, effect: "read", data: readResponse } as const;
    return (await callTracker(context, baseUrl, operation)).issue;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const message = `The issue was created but could not be read: ${error.message}`;
    throw new AdapterTransientError(message, { ...error.detail, outcomeUnknown: true });
  }
}
