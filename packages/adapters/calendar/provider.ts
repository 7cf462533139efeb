import { defineProvider } from "../define-adapter.ts";

/** Its credentials are those of mail: `mail_oauth_a` opens the mailbox and the calendar of one account. */
export const calendar = defineProvider({
  word: "calendar",
  speaksTo: "Google Calendar",
  endpoints: { baseUrl: { setting: "CALENDAR_BASE_URL", baseUrl: "https://www.googleapis.com/calendar/v3" } },
  kinds: [],
});
