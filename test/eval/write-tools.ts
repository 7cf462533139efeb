import { emailSend } from "@plumbline/adapters/mail/email-send.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { calendarCreateEvent } from "../../packages/adapters/calendar/calendar-create-event.ts";
import { chatappDm } from "../../packages/adapters/chatapp/chatapp-dm.ts";
import { chatappPostChannel } from "../../packages/adapters/chatapp/chatapp-post-channel.ts";
import { crmUpsertContact } from "../../packages/adapters/crm/crm-upsert-contact.ts";
import { httpPostJson } from "../../packages/adapters/http/http-post-json.ts";
import { socialPostMicroblog } from "../../packages/adapters/microblog/social-post-microblog.ts";
import { socialPostNetwork } from "../../packages/adapters/network/social-post-network.ts";
import { notesCreatePage } from "../../packages/adapters/notes/notes-create-page.ts";
import { trackerCreateIssue } from "../../packages/adapters/tracker/tracker-create-issue.ts";

/** A write tool and the arguments of a call that sends a text, or a JSON value where it takes one. */
export interface WriteTool {
  tool: Tool;
  argumentsFor(value: unknown): Record<string, unknown>;
  takesValues: boolean;
}

const BASE = "https://provider.example";
const parse = (url: string) => new URL(url);
const unused = (): never => {
  throw new Error("nothing is sent here");
};

const ofText = (tool: Tool, argumentsFor: WriteTool["argumentsFor"]): WriteTool => ({
  tool,
  argumentsFor,
  takesValues: false,
});

/** Every tool that sends what others read. */
export const WRITE_TOOLS: readonly WriteTool[] = [
  ofText(chatappPostChannel(BASE), (text) => ({ channel: "C0GENERAL", text })),
  ofText(chatappDm(BASE), (text) => ({ to: "U0ADA", text })),
  ofText(emailSend({ endpoints: { oauth: {} } as never, socketOptions: unused }), (text) => ({
    to: ["grace@example.com"],
    subject: "Summary",
    text: "Hello,",
    html: text,
  })),
  ofText(notesCreatePage(BASE), (content) => ({ parent: { page_id: "p1" }, title: "Notes", content })),
  ofText(trackerCreateIssue(BASE), (description) => ({ team_id: "ENG", title: "Notes", description })),
  ofText(calendarCreateEvent(BASE), (description) => ({
    summary: "Meeting",
    start: "2026-12-01T10:00:00Z",
    end: "2026-12-01T11:00:00Z",
    description,
  })),
  ofText(crmUpsertContact(BASE), (notes) => ({
    contacts: [{ email: "grace@example.com", properties: { notes } }],
  })),
  ofText(socialPostMicroblog({ baseUrl: BASE, uploadBaseUrl: BASE }, parse), (text) => ({ text })),
  ofText(socialPostNetwork(BASE), (text) => ({ text, visibility: "PUBLIC" })),
  {
    tool: httpPostJson(parse),
    argumentsFor: (value) => ({
      url: "https://hooks.example/T000/B000",
      body: { blocks: [{ text: value }] },
    }),
    takesValues: true,
  },
];
