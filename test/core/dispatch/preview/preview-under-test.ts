import { Secret } from "@plumbline/core/access/secret.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Reach } from "@plumbline/core/tool/tool.ts";
import type { Sandbox } from "@plumbline/sandbox";
import { sampleCalendarToken } from "@plumbline/sandbox/calendar/sample-accounts.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { sampleMailPassword, sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleMicroblogToken, sampleOAuth1 } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { sampleMemberUrn, sampleNetworkToken } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleNotesToken } from "@plumbline/sandbox/notes/sample-workspace.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { sampleApiKey } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { expect } from "vitest";
import * as z from "zod";
import {
  type AdapterUnderTest,
  startAdapterUnderTest,
  succeeded,
} from "../../../adapters/adapter-under-test.ts";
import type { ServiceUnderTestOptions } from "../../../support/service-under-test.ts";

/** The key that webhooks are sent, and the secrets of all connections beside it. */
export const WEBHOOK_KEY = "webhook-sandbox-key";
export const SECRETS = [
  sampleBotToken,
  sampleNotesToken,
  sampleCrmToken,
  sampleApiKey,
  sampleMicroblogToken,
  ...Object.values(sampleOAuth1),
  sampleNetworkToken,
  sampleCalendarToken,
  sampleMailToken,
  sampleMailPassword,
  WEBHOOK_KEY,
];

/** A tool and its arguments; of `connection` the id is filled in as `credential_id`. */
export interface ToolCall {
  tool: string;
  args: Record<string, unknown>;
  connection?: string;
}

/** A service in front of the whole sandbox, with a connection of every kind, by name. */
export interface PreviewUnderTest extends AdapterUnderTest {
  /** The ids of its connections. */
  ids: Readonly<Record<string, string>>;
  preview(call: ToolCall): Promise<DispatchResult>;
  make(call: ToolCall): Promise<DispatchResult>;
}

/** Lists by name the tools that ask in one of these ways. */
export function toolsThatReach({ service }: PreviewUnderTest, ...ways: readonly Reach["to"][]): string[] {
  const asking = service.registry.list().filter(({ reach }) => ways.includes(reach.to));
  return asking.map(({ name }) => name).toSorted();
}

/**
 * Two services started so are twins: the ids and times they make up are the same, as long as they are asked
 * the same.
 */
export async function startPreviewUnderTest(
  { settings, ...servers }: Sandbox,
  options: ServiceUnderTestOptions = {},
): Promise<PreviewUnderTest> {
  const { smtp, imap, webhook } = servers;
  const mail = { smtp, imap };
  const under = await startAdapterUnderTest({
    egressAllow: "127.0.0.1",
    extraCertificates: sandboxCertificate().cert,
    endpoints: {
      chatapp: { baseUrl: settings.CHATAPP_BASE_URL },
      notes: { baseUrl: settings.NOTES_BASE_URL },
      crm: { baseUrl: settings.CRM_BASE_URL },
      tracker: { baseUrl: settings.TRACKER_BASE_URL },
      microblog: { baseUrl: settings.MICROBLOG_BASE_URL, uploadBaseUrl: settings.MICROBLOG_UPLOAD_BASE_URL },
      network: { baseUrl: settings.NETWORK_BASE_URL },
      calendar: { baseUrl: settings.CALENDAR_BASE_URL },
      mail_oauth_a: mail,
      mail_oauth_b: mail,
    },
    search: {
      a: { apiKey: new Secret(settings.SEARCH_A_API_KEY), baseUrl: settings.SEARCH_A_BASE_URL },
      b: { apiKey: new Secret(settings.SEARCH_B_API_KEY), baseUrl: settings.SEARCH_B_BASE_URL },
      c: { instanceUrl: settings.SEARCH_C_INSTANCE_URL },
      d: { baseUrl: settings.SEARCH_D_BASE_URL },
    },
    ...options,
  });
  const ids = await connectAll(under, { smtp, imap, webhook });
  const argumentsOf = ({ args, connection }: ToolCall) =>
    connection === undefined ? args : { ...args, credential_id: ids[connection] };
  return {
    ...under,
    ids,
    preview: (call) => under.service.dispatcher.preview(under.caller, call.tool, argumentsOf(call)),
    make: (call) => under.call(call.tool, argumentsOf(call)),
  };
}

async function connectAll(under: AdapterUnderTest, servers: Pick<Sandbox, "smtp" | "imap" | "webhook">) {
  const username = sampleMailUser;
  const connections: Record<string, Record<string, unknown>> = {
    chatapp: { kind: "chatapp_bot", token: sampleBotToken },
    notes: { kind: "notes", token: sampleNotesToken },
    crm: { kind: "crm", token: sampleCrmToken },
    tracker: { kind: "tracker", token: sampleApiKey },
    microblog: { kind: "microblog", token: sampleMicroblogToken },
    signed: { kind: "microblog", token: JSON.stringify(sampleOAuth1), metadata: { auth_form: "oauth1" } },
    network: { kind: "network", token: sampleNetworkToken, metadata: { urn: sampleMemberUrn } },
    calendar: { kind: "mail_oauth_a", token: sampleCalendarToken },
    mail: { kind: "mail_oauth_b", token: sampleMailToken, metadata: { username } },
    password: {
      kind: "generic_api_key",
      token: sampleMailPassword,
      metadata: {
        username,
        smtp_host: servers.smtp.host,
        smtp_port: servers.smtp.port,
        smtp_ssl: false,
        imap_host: servers.imap.host,
        imap_port: servers.imap.port,
        imap_ssl: false,
      },
    },
    webhook: {
      kind: "generic_api_key",
      token: WEBHOOK_KEY,
      metadata: { allowed_hosts: [servers.webhook.url, "https://127.0.0.1"] },
    },
  };
  const ids: Record<string, string> = {};
  for (const [label, input] of Object.entries(connections))
    ids[label] = await under.connect({ label, ...input });
  return ids;
}

const shownRequest = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().optional(),
});

export type Shown = z.output<typeof shownRequest>;

/** The HTTP requests of a preview that must succeed. */
export function shownRequests(result: DispatchResult): Shown[] {
  const { requests } = z.strictObject({ requests: z.array(shownRequest) }).parse(succeeded(result).result);
  return requests;
}

/**
 * The HTTP requests that reached any server, those that fetch for somebody else first; each server's in their
 * order.
 */
export function arrived(sandbox: Sandbox): RecordedRequest[] {
  const { webhook, feeds, chatapp, notes, crm, tracker, microblog, network, calendar } = sandbox;
  const { searchA, searchB, searchC, searchD } = sandbox;
  const providers = [chatapp, notes, crm, tracker, microblog, network, calendar];
  return [webhook, feeds, ...providers, searchA, searchB, searchC, searchD].flatMap(
    ({ requests }) => requests,
  );
}

/** No server of the sandbox was asked for anything, and no mail server was as much as connected to. */
export function expectNothingArrived(sandbox: Sandbox): void {
  expect(arrived(sandbox)).toEqual([]);
  expect([sandbox.smtp.connections(), sandbox.imap.connections()]).toEqual([0, 0]);
}
