import { defineAdapter } from "../define-adapter.ts";
import { tracker } from "./provider.ts";
import { trackerConnection } from "./tracker-connection.ts";
import { trackerCreateIssue } from "./tracker-create-issue.ts";

export const trackerAdapter = defineAdapter({
  providers: [tracker],
  tools: ({ endpoints: { tracker } }) => [trackerCreateIssue(tracker.baseUrl)],
  connectionChecks: ({ endpoints: { tracker } }) => [trackerConnection(tracker.baseUrl)],
});
