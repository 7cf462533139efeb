import { Secret } from "@plumbline/core/access/secret.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { Sandbox } from "@plumbline/sandbox";
import { sampleMailPassword, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { sampleOAuth1 } from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { SAMPLE_ACCOUNTS } from "@plumbline/sandbox/provider-servers.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { expect } from "vitest";
import * as z from "zod";
import {
  type AdapterUnderTest,
  startAdapterUnderTest,
  succeeded,
} from "../../../adapters/adapter-under-test.ts";
import { httpServersOf } from "../../../support/http-servers.ts";
import type { ServiceUnderTestOptions } from "../../../support/service-under-test.ts";
import { argumentsOf, type NamedCall, placesIn } from "../../../support/tool-samples.ts";

/** The key that webhooks are sent, and the secrets of all connections beside it. */
export const WEBHOOK_KEY = "webhook-sandbox-key";
export const SECRETS = [
  ...Object.values(SAMPLE_ACCOUNTS).map(({ token }) => token),
  ...Object.values(sampleOAuth1),
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

/**
 * Two services started so are twins: the ids and times they make up are the same, as long as they are asked
 * the same.
 */
export async function startPreviewUnderTest(
  { settings, ...servers }: Sandbox,
  options: ServiceUnderTestOptions = {},
): Promise<PreviewUnderTest> {
  const { smtp, imap, webhook } = servers;
  const under = await startAdapterUnderTest({
    egressAllow: "127.0.0.1",
    extraCertificates: sandboxCertificate().cert,
    endpoints: readSettings(settings).providers,
    search: {
      a: { apiKey: new Secret(settings.SEARCH_A_API_KEY), baseUrl: settings.SEARCH_A_BASE_URL },
      b: { apiKey: new Secret(settings.SEARCH_B_API_KEY), baseUrl: settings.SEARCH_B_BASE_URL },
      c: { instanceUrl: settings.SEARCH_C_INSTANCE_URL },
      d: { baseUrl: settings.SEARCH_D_BASE_URL },
    },
    ...options,
  });
  const ids = await connectAll(under, { smtp, imap, webhook });
  const withConnection = ({ args, connection }: ToolCall) =>
    connection === undefined ? args : { ...args, credential_id: ids[connection] };
  return {
    ...under,
    ids,
    preview: (call) => under.service.dispatcher.preview(under.caller, call.tool, withConnection(call)),
    make: (call) => under.call(call.tool, withConnection(call)),
  };
}

/** Prepares a sample call: makes the call that it needs first, and fills in the sandbox's URLs. */
export async function prepareCall(
  under: PreviewUnderTest,
  sandbox: Sandbox,
  { tool, call }: NamedCall,
): Promise<ToolCall> {
  const places = placesIn(sandbox);
  const { after, connection } = call;
  const made = after && succeeded(await under.make({ ...after, args: argumentsOf(after, places) })).result;
  return {
    tool,
    args: argumentsOf(call, places, Object(made)),
    ...(connection === undefined ? {} : { connection }),
  };
}

async function connectAll(under: AdapterUnderTest, servers: Pick<Sandbox, "smtp" | "imap" | "webhook">) {
  const username = sampleMailUser;
  const connections: Record<string, object> = {
    ...SAMPLE_ACCOUNTS,
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
  const { searchA, searchB, searchC, searchD } = sandbox;
  const servers = [...httpServersOf(sandbox), searchA, searchB, searchC, searchD];
  return servers.flatMap(({ requests }) => requests);
}

/** No server of the sandbox was asked for anything, and no mail server was as much as connected to. */
export function expectNothingArrived(sandbox: Sandbox): void {
  expect(arrived(sandbox)).toEqual([]);
  expect([sandbox.smtp.connections(), sandbox.imap.connections()]).toEqual([0, 0]);
}
