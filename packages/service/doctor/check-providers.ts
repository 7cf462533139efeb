import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { connect as connectTls } from "node:tls";
import type { MailServer, Provider } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS, type ProviderEndpoints } from "@plumbline/adapters/providers.ts";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { type DoctorFinding, reportProblem, reportWarning, reportWell } from "./finding.ts";

const TIMEOUT_MS = 10_000;
const READ_BYTES = 64 * 1024;
/** Ports with implicit TLS. */
const TLS_PORTS: readonly number[] = [465, 993];

export interface ProviderCheckPorts {
  endpoints: ProviderEndpoints;
  http: HttpClient;
  /** TLS context for mail servers that trusts additional certificates. */
  secureContext: SecureContext | undefined;
  clock: Clock;
}

/** Finding about a provider, and how far ahead its clock is. */
export interface ProviderCheck {
  finding: DoctorFinding;
  /** In milliseconds. Omitted if the provider did not report the time. */
  skewMs?: number;
}

/**
 * Connects to every provider at its configured address. Any HTTP response or mail greeting counts as
 * reachable.
 */
export async function checkProviders(ports: ProviderCheckPorts): Promise<ProviderCheck[]> {
  const addresses: Readonly<Record<string, Readonly<Record<string, MailServer | string>>>> = ports.endpoints;
  const checks = (PROVIDERS as readonly Provider[]).flatMap(({ word, endpoints }) =>
    Object.entries(endpoints).map(async ([name, { setting }]) => {
      const address = addresses[word]?.[name];
      const place = { word, setting };
      if (address === undefined) return [];
      if (typeof address === "string") return [await checkHttp(place, address, ports)];
      return [await checkMail(place, address, ports)];
    }),
  );
  return (await Promise.all(checks)).flat();
}

interface CheckedAddress {
  word: string;
  setting: string;
}

async function checkHttp(
  { word, setting }: CheckedAddress,
  address: string,
  ports: ProviderCheckPorts,
): Promise<ProviderCheck> {
  const { http, clock } = ports;
  const place = { area: "provider", name: word } as const;
  const { host } = new URL(address);
  const began = clock.now();
  try {
    const { status, headers } = await http.send({
      method: "GET",
      url: new URL(address),
      effect: "read",
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: READ_BYTES,
      acceptPartialBody: true,
    });
    const skewMs = measureSkew(headers.date, began, clock.now());
    const finding =
      status >= 500
        ? reportWarning(
            place,
            `${host} (${setting}) answers ${status}.`,
            "Wait and run this again, and check the provider's status page.",
          )
        : reportWell(place, `${host} (${setting}) answers.`);
    return skewMs === undefined ? { finding } : { finding, skewMs };
  } catch (error) {
    return { finding: reportUnreachable(place, error, setting) };
  }
}

/**
 * Returns the difference between a server's `Date` and this clock. `Date` has whole seconds and was written
 * between the request and the response.
 */
function measureSkew(date: string | undefined, began: number, ended: number): number | undefined {
  const serverTime = Date.parse(date ?? "");
  if (Number.isNaN(serverTime)) return undefined;
  if (serverTime + 1_000 < began) return serverTime + 1_000 - began;
  return Math.max(0, serverTime - ended);
}

async function checkMail(
  { word, setting }: CheckedAddress,
  { host, port }: MailServer,
  ports: ProviderCheckPorts,
) {
  const name = `${word} ${host}:${port}`;
  const place = { area: "provider", name } as const;
  try {
    const greeting = await readGreeting({ host, port }, ports.secureContext);
    if (/^(?:220[ -]|\* (?:OK|PREAUTH)\b)/i.test(greeting))
      return { finding: reportWell(place, "It responds as a mail server.") };
    return {
      finding: reportProblem(
        place,
        "It responds, but not as a mail server.",
        `Set ${setting}_HOST and ${setting}_PORT to the provider's server.`,
      ),
    };
  } catch (error) {
    return { finding: reportUnreachable(place, error, `${setting}_HOST`) };
  }
}

async function readGreeting(
  { host, port }: MailServer,
  secureContext: SecureContext | undefined,
): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const socket: Socket = TLS_PORTS.includes(port)
    ? connectTls({ host, port, servername: host, ...(secureContext ? { secureContext } : {}) })
    : connect({ host, port });
  try {
    const ended = once(socket, "close", { signal }).then(() => [Buffer.alloc(0)]);
    const [data] = await Promise.race([once(socket, "data", { signal }), ended]);
    return Buffer.from(data).toString("latin1");
  } finally {
    socket.on("error", () => undefined);
    socket.destroy();
  }
}

function reportUnreachable(
  place: Pick<DoctorFinding, "area" | "name">,
  error: unknown,
  setting: string,
): DoctorFinding {
  const message = describeReason(error);
  const remedy = /certificate/i.test(message)
    ? "Put the certificate of the proxy or server in between into EXTRA_CA_FILE, or correct the clock."
    : `Check DNS, the firewall and ${setting}.`;
  return reportProblem(place, message, remedy);
}

function describeReason(error: unknown): string {
  if (error instanceof Error && error.name === "AbortError")
    return `It did not respond within ${TIMEOUT_MS / 1_000} s.`;
  if (error instanceof Error && "code" in error && !/\.$/.test(error.message))
    return `It cannot be reached (${error.code}).`;
  return error instanceof Error ? error.message : String(error);
}
