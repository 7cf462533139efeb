import { sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { startTrackerUnderTest, type TrackerUnderTest } from "./tracker-under-test.ts";

let under: TrackerUnderTest;

beforeEach(async () => {
  under = await startTrackerUnderTest();
});

afterEach(() => under.close());

const TEAM =
  "team_id: must be a UUID, a team's key or name, or a link such as https://linear.app/acme/team/ENG";
const DATE = "due_date: must be a real date, YYYY-MM-DD";

test.each<[what: string, args: Record<string, unknown>, reason: string]>([
  ["no team", { team_id: undefined }, "team_id: is required"],
  ["a blank team", { team_id: " " }, TEAM],
  ["a team's name without end", { team_id: "x".repeat(256) }, TEAM],
  ["a link to something else", { team_id: "https://linear.app/acme/project/ENG" }, TEAM],
  ["no title", { title: undefined }, "title: is required"],
  ["a blank title", { title: " \n " }, "title: must have at least 1 character"],
  ["a title too long", { title: "x".repeat(256) }, "title: must have at most 255 characters"],
  [
    "a description too long",
    { description: "x".repeat(100_001) },
    "description: must have at most 100000 characters",
  ],
  ["a priority by another name", { priority: "P1" }, "priority: must be one of low, medium, high, urgent"],
  ["a priority as a number", { priority: 1 }, "priority: must be one of low, medium, high, urgent"],
  ["labels that are no list", { label_ids: "Bug, Feature" }, "label_ids: must be of type array"],
  ["a label twice", { label_ids: ["Bug", "bug"] }, "label_ids: must not name a label twice"],
  ["an empty label", { label_ids: ["Bug", ""] }, "label_ids.1: must have at least 1 character"],
  [
    "too many labels",
    { label_ids: Array.from({ length: 21 }, (_, at) => `l${at}`) },
    "label_ids: must have at most 20 entries",
  ],
  [
    "a project's URL",
    { project_id: "https://tracker.example/launch" },
    "project_id: must be a UUID, a project's name, or a link such as https://linear.app/acme/project/name-0123456789ab",
  ],
  ["a due date in words", { due_date: "tomorrow" }, DATE],
  ["a day that is not", { due_date: "2026-02-29" }, DATE],
  ["a time for a date", { due_date: "2026-01-01T00:00:00Z" }, DATE],
  ["an argument there is not", { state_id: sampleIds.ada }, "state_id: is not a known field"],
])("%s", async (_what, args, reason) => {
  expect(refused(await under.create(args))).toMatchObject({
    error_code: "validation",
    refusal_reason: `Bad arguments for tracker_create_issue: ${reason}.`,
    attempts: 0,
  });
  expect(under.tracker.requests).toEqual([]);
});

test("a credential of another kind", async () => {
  const credential_id = await under.connect({ kind: "notes", token: "ntn_sandboxsandbox" });
  expect(refused(await under.create({ credential_id }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "This action needs a credential of kind tracker; this one is notes.",
  });
  expect(under.tracker.requests).toEqual([]);
});
