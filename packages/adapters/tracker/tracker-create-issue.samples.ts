import { sampleText, type ToolSamples } from "@plumbline/sandbox/tool-samples.ts";
import { sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";

export const samples: ToolSamples = {
  tool: "tracker_create_issue",
  docs: {
    does: "an issue; team, assignee, labels and project may be given by name. A name that matches several or none is refused, with the candidates",
    retried: "yes: we choose the issue's ID",
  },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "key",
    additive: true,
    reads: "own",
    reach: "provider",
  },
  valid: [
    { team_id: "ENG", title: "It stalls" },
    {
      team_id: "01234567-89ab-cdef-0123-456789abcdef",
      title: "It stalls",
      description: "# Steps",
      priority: "urgent",
      assignee_id: "ada@example.com",
    },
    {
      team_id: "ENG",
      title: "It stalls",
      label_ids: ["Bug", "01234567-89ab-cdef-0123-456789abcdef"],
      project_id: "01234567-89ab-cdef-0123-456789abcdef",
      due_date: "2026-12-01",
    },
  ],
  invalid: [
    { team_id: "ENG", title: "It stalls", priority: "highest" },
    { team_id: "ENG", title: "It stalls", label_ids: "Bug" },
    { team_id: "ENG", title: "It stalls", due_date: "1 December" },
  ],
  refused: [
    { team_id: "ENG", title: "t".repeat(256) },
    { team_id: "ENG", title: "It stalls", assignee_id: " " },
  ],
  calls: {
    "an issue by IDs": {
      connection: "tracker",
      args: { team_id: sampleIds.engineering, title: sampleText, priority: "high", due_date: "2026-02-01" },
      result: { identifier: "ENG-1", title: sampleText, state: "Backlog", priority: "high" },
    },
    "an issue by names": {
      connection: "tracker",
      args: {
        team_id: "ENG",
        title: sampleText,
        assignee_id: "ada@example.com",
        label_ids: ["bug", sampleIds.areaLogin],
      },
      result: { identifier: "ENG-1", title: sampleText, state: "Backlog" },
    },
  },
};
