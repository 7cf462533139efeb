import type { ArgumentSamples } from "./argument-samples.ts";

const credential_id = "2f1e9f5c-6d3b-4c8a-9d1e-0a4b7c6d5e4f";
const database_id = "0123456789abcdef0123456789abcdef";
const page_id = "01234567-89ab-cdef-0123-456789abcdef";
const email = "ada@example.com";
const page = { parent: { page_id }, title: "Plan" };
const issue = { team_id: "ENG", title: "It stalls" };
const day = { summary: "Off", start: "2026-12-01", end: "2026-12-02" };
const hook = { url: "https://hooks.example/1", body: { a: [1, null] } };

/** Of the other tools that write. */
export const RECORD_SAMPLES: Readonly<Record<string, ArgumentSamples>> = {
  notes_create_page: {
    valid: [
      { ...page, content: "# Plan\n\n- first" },
      {
        parent: { database_id },
        title: "Plan",
        properties: { Status: "Done", Tags: ["a"], Due: "2026-01-31" },
      },
    ],
    wrong: [
      { ...page, parent: page_id },
      { ...page, properties: ["Done"] },
    ],
    unsaid: [
      { ...page, parent: {} },
      { ...page, parent: { page_id, block_id: "b" } },
    ],
  },
  crm_upsert_contact: {
    valid: [
      { contacts: [{ email }] },
      { contacts: [{ email, properties: { firstname: "Ada", age: 36, active: true, phone: null } }] },
    ],
    wrong: [
      { contacts: { email } },
      { contacts: [{ properties: {} }] },
      { contacts: [{ email, properties: { tags: { a: 1 } } }] },
      { contacts: Array.from({ length: 101 }, (_, at) => ({ email: `ada${at}@example.com` })) },
    ],
    unsaid: [{ contacts: [] }, { contacts: [{ email: "Ada" }] }, { contacts: [{ email, phone: "1" }] }],
  },
  tracker_create_issue: {
    valid: [
      issue,
      {
        team_id: page_id,
        title: "It stalls",
        description: "# Steps",
        priority: "urgent",
        assignee_id: email,
      },
      { ...issue, label_ids: ["Bug", page_id], project_id: page_id, due_date: "2026-12-01" },
    ],
    wrong: [
      { ...issue, priority: "highest" },
      { ...issue, label_ids: "Bug" },
      { ...issue, due_date: "1 December" },
    ],
    unsaid: [
      { ...issue, title: "t".repeat(256) },
      { ...issue, assignee_id: " " },
    ],
  },
  calendar_create_event: {
    valid: [
      { ...day, attendees: [email], description: "Off.", location: "Home", create_meeting_link: true },
      { summary: "Call", start: "2026-12-01T10:00+01:00", end: "2026-12-01T10:30:00+01:00" },
      { ...day, start: "2026-12-01T10:00", end: "2026-12-01T11:00", time_zone: "Europe/Berlin" },
    ],
    wrong: [
      { ...day, attendees: email },
      { ...day, create_meeting_link: "yes" },
    ],
    unsaid: [
      { ...day, start: "tomorrow" },
      { ...day, attendees: ["Ada <ada@example.com>"] },
      { ...day, time_zone: "Berlin" },
    ],
  },
  http_post_json: {
    valid: [
      hook,
      { ...hook, body: "text", headers: { "x-signature": "s" }, bearer_token: "t", credential_id },
    ],
    wrong: [
      { ...hook, headers: { "x-count": 1 } },
      { ...hook, bearer_token: 7 },
    ],
    unsaid: [
      { ...hook, headers: { authorization: "Bearer t" } },
      { ...hook, bearer_token: "" },
    ],
  },
};
