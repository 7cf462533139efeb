import { defineProvider } from "../define-adapter.ts";

/** Shares its credentials with mail: `mail_oauth_a` covers the mailbox and the calendar of one account. */
export const calendar = defineProvider({
  word: "calendar",
  speaksTo: "Google Calendar",
  endpoints: { baseUrl: { setting: "CALENDAR_BASE_URL", baseUrl: "https://www.googleapis.com/calendar/v3" } },
  kinds: [],
  sharedKinds: ["mail_oauth_a"],
});
