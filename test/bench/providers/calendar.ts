import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "ya29.benchmark";
const event = {
  summary: "Sync",
  start: { dateTime: "2026-12-01T10:00:00", timeZone: "Europe/Berlin" },
  end: { dateTime: "2026-12-01T10:30:00", timeZone: "Europe/Berlin" },
};

export const calendar: ProviderBench = {
  sdk: "@googleapis/calendar",
  answers: {
    "POST /calendar/v3/calendars/primary/events": json({
      kind: "calendar#event",
      id: "k3v0000000",
      status: "confirmed",
      htmlLink: "https://www.google.com/calendar/event?eid=k3v",
      ...event,
    }),
  },
  endpoints: (url) => ({ calendar: { baseUrl: `${url}/calendar/v3` } }),
  kind: "mail_oauth_a",
  token,
  tool: "calendar_create_event",
  args: {
    summary: event.summary,
    start: event.start.dateTime,
    end: event.end.dateTime,
    time_zone: event.start.timeZone,
  },
  async sdkCall(url) {
    const { auth, calendar: api } = await import("@googleapis/calendar");
    const client = new auth.OAuth2();
    client.setCredentials({ access_token: token });
    const calendars = api({ version: "v3", auth: client, rootUrl: `${url}/`, retry: false });
    return async () => {
      const answer = await calendars.events.insert({ calendarId: "primary", requestBody: event });
      expectId(answer.data.id);
    };
  },
};
