import { join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { prepareDataFolder } from "@plumbline/local/store/data-folder.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { type ApiClient, createApiClient } from "../api-client.ts";
import { everyItem } from "../every-item.ts";
import { getDataFolder } from "../files.ts";
import { listCredentials } from "../find-credential.ts";
import { readRunningUrl } from "../login/find-service.ts";
import { quoteForShell } from "../printable.ts";
import { addSampleMail, sampleCredentials } from "../sandbox/samples.ts";
import { printAside, type Terminal } from "../terminal.ts";
import { removeSandboxSettings, storeSandboxSettings } from "./sandbox-settings.ts";
import { createDevSettings, listRealParts, type SandboxedPart, SEARCH } from "./sandboxed-parts.ts";

interface DevOptions {
  /** First port of the sandbox, followed by the others. 0 selects any free ports. */
  sandboxPort: number;
  /** Prints the service's whole log. If omitted, prints only warnings and errors. */
  verbose: boolean;
}

/**
 * Runs the service with the sandbox until a stop signal. A provider with settings or a connected account is
 * the real one. When an account is connected, the service restarts with the real provider. Throws
 * ConfigurationError like the service does, and if a port of the sandbox is taken.
 */
export async function runDev(terminal: Terminal, options: DevOptions): Promise<void> {
  const stopped = terminal.stopSignal();
  await rejectSecond(terminal);
  const sandbox = await launchSandbox(terminal, options);
  const dev = new Dev(terminal, sandbox, options);
  try {
    await dev.start();
    dev.showWhatToTry();
    await stopped;
    printAside(terminal, "stopping");
  } finally {
    await dev.stop();
    await sandbox.close();
  }
}

/** Port of examples/webhook-receiver, to which the service may deliver. */
const RECEIVER_PORT = 18_790;

/** Timeout for `/healthz`, well above the response time of a running service. */
const RESPONSE_TIMEOUT_MS = 2_000;

/** Throws ConfigurationError if the service of this data folder is already running. */
async function rejectSecond({ environment }: Terminal): Promise<void> {
  const url = readRunningUrl(environment);
  if (url === undefined) return;
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  const answer = await fetch(`${url}/healthz`, { signal }).catch(() => undefined);
  if (!answer?.ok) return;
  throw new ConfigurationError(
    `The service is already running at ${url}. Use it, or stop it first. A second one needs its own DATA_DIR, ` +
      "PORT and --sandbox-port.",
  );
}

async function launchSandbox({ environment }: Terminal, { sandboxPort }: DevOptions): Promise<Sandbox> {
  const folder = getDataFolder(environment);
  prepareDataFolder(folder);
  const tokensFile = join(folder, "sandbox-tokens.json");
  try {
    const ports = sandboxPort === 0 ? {} : { firstPort: sandboxPort };
    const sandbox = await startSandbox({ tokensFile, ...ports });
    addSampleMail(sandbox);
    return sandbox;
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE")) throw cause;
    throw new ConfigurationError(
      `${cause.message.replace("listen EADDRINUSE: ", "")}: is ${PLUMBLINE} dev already running in another folder? ` +
        "Choose different ports with --sandbox-port and PORT.",
      { cause },
    );
  }
}

const KNOWN_PAGES =
  "The sandbox's search has about sixty pages: on Ada Lovelace, Marie Curie, Grace Hopper, Alan Turing, Nelson Mandela, " +
  "CERN, the Paris Olympics of 2024 and the like. Set BRAVE_API_KEY or TAVILY_API_KEY in .env to search the web.";

/** The service with the sandbox, restarted when the set of real providers changes. */
class Dev {
  readonly #terminal: Terminal;
  readonly #sandbox: Sandbox;
  readonly #options: DevOptions;
  #server: LocalServer | undefined;
  #real: readonly SandboxedPart[] = [];
  /** Resolves when the last change was applied. Changes are applied one at a time. */
  #changes: Promise<void> = Promise.resolve();
  /** True if a check is pending. It will cover every change until it starts. */
  #isCheckPending = false;
  #isStopping = false;

  constructor(terminal: Terminal, sandbox: Sandbox, options: DevOptions) {
    this.#terminal = terminal;
    this.#sandbox = sandbox;
    this.#options = options;
  }

  /** Starts with the providers that the environment makes real, then checks the connected accounts. */
  async start(): Promise<void> {
    this.#real = listRealParts(this.#terminal.environment, new Set());
    await this.#serve();
    await this.#check();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#changes;
    await this.#server?.close();
    if (this.#server) removeSandboxSettings(this.#server.dataDir);
  }

  showWhatToTry(): void {
    const { out } = this.#terminal;
    const { url, dataDir } = this.#served;
    const key = join(dataDir, "agent-key");
    out(`ready ${url}\n\nTry these in a second terminal (your own agent can use the key in ${key}):\n\n`);
    out(`  ${PLUMBLINE} research "Who was Ada Lovelace?"\n`);
    out(`  ${PLUMBLINE} chat "Post The build is green. to #general"\n`);
    out(`  ${PLUMBLINE} tool call feed_read '{"url": "${this.#sandbox.feeds.url}/rss.xml"}'\n`);
    out(`\nOr open ${url} in a browser, and sign in with the key that this prints:\n\n`);
    out(`  cat ${quoteForShell(join(dataDir, "dev-api-key"))}\n\n`);
    out(
      `The docs, with a search, are at ${url}/docs. ${this.#describeRealProviders()} Press Ctrl-C to stop.\n`,
    );
    if (!this.#real.some(({ name }) => name === SEARCH)) out(`${KNOWN_PAGES}\n`);
  }

  get #served(): LocalServer {
    if (!this.#server) throw new Error("The service has not started.");
    return this.#server;
  }

  #describeRealProviders(): string {
    const names = listNames(this.#real);
    if (names.length === 0) return "All providers are simulated.";
    return `Real providers: ${names.join(", ")}; all others are simulated.`;
  }

  async #serve(): Promise<void> {
    const { feeds, webhook, settings, modelSettings } = this.#sandbox;
    const simulated = {
      settings: { ...settings, ...modelSettings("assisting") },
      allow: [`127.0.0.1:${feeds.port}`, `127.0.0.1:${webhook.port}`, `127.0.0.1:${RECEIVER_PORT}`],
    };
    const environment = createDevSettings(this.#terminal.environment, simulated, this.#real);
    this.#server = await startLocalServer(environment, { logSink: (line) => this.#readLog(line) });
    const own = Object.entries(environment).filter(
      ([name, value]) => this.#terminal.environment[name] !== value,
    );
    storeSandboxSettings(this.#server.dataDir, Object.fromEntries(own));
  }

  /** Reads a line of the service's log: prints it if wanted, and checks the accounts after a change. */
  #readLog(line: string): void {
    const { level, event, method, route, status } = JSON.parse(line);
    if (this.#options.verbose || level === "warn" || level === "error") this.#terminal.err(`${line}\n`);
    if (event !== "request" || status >= 400 || !CONNECTING.includes(`${method} ${route}`)) return;
    this.#check().catch((error: unknown) =>
      printAside(this.#terminal, `The change was not applied: ${String(error)}`),
    );
  }

  /**
   * Checks the accounts after any check in progress. Storing the sandbox's accounts requests another check.
   */
  #check(): Promise<void> {
    if (this.#isCheckPending || this.#isStopping) return this.#changes;
    this.#isCheckPending = true;
    const look = this.#changes.then(() => {
      this.#isCheckPending = false;
      return this.#isStopping ? undefined : this.#adapt();
    });
    this.#changes = look.catch(() => undefined);
    return look;
  }

  /** Replaces the sandbox with real providers, and stores the sandbox's accounts for the other providers. */
  async #adapt(): Promise<void> {
    const api = this.#createApi();
    const credentials = await listCredentials(api);
    const own = credentials.filter((credential) => !isSandbox(credential));
    // A sign-in uses the sandbox until the provider has settings, which make it real.
    const signedIn = await listSignInCredentials(api);
    const givenTokens = own.filter(({ id }) => !signedIn.has(id));
    const real = listRealParts(this.#terminal.environment, new Set(givenTokens.map(({ kind }) => kind)));
    const taken = new Set([...real.flatMap(({ kinds }) => kinds), ...own.map(({ kind }) => kind)]);
    const samples = credentials.filter(isSandbox);
    for (const { id, kind } of samples)
      if (taken.has(kind)) await api.DELETE("/api/v1/credentials/{id}", { params: { path: { id } } });
    const now = listNames(real);
    const before = listNames(this.#real);
    const more = now.filter((name) => !before.includes(name));
    const fewer = before.filter((name) => !now.includes(name));
    if (more.length + fewer.length > 0) {
      this.#real = real;
      await this.#served.close();
      await this.#serve();
      if (more.length > 0)
        this.#print(
          `${more.join(" and ")}: now real. Calls that wait with the sandbox's account will fail: make them again. ` +
            `To simulate it again, revoke the account: ${PLUMBLINE} credential revoke LABEL`,
        );
      if (fewer.length > 0) this.#print(`${fewer.join(" and ")}: simulated again.`);
    }
    // Slack's sample token was revoked together with the credential that another account replaced.
    this.#sandbox.chatapp.workspace.restoreToken(sampleBotToken);
    for (const body of sampleCredentials) {
      const isThere = samples.some(({ kind }) => kind === body.kind);
      if (!isThere && !taken.has(body.kind)) await this.#createApi().POST("/api/v1/credentials", { body });
    }
  }

  #print(text: string): void {
    printAside(this.#terminal, `\n${text}\n`);
  }

  #createApi(): ApiClient {
    const { url, dataDir } = this.#served;
    return createApiClient({ environment: { PLUMBLINE_URL: url, DATA_DIR: dataDir } }, "dev-api-key");
  }
}

function listNames(parts: readonly SandboxedPart[]): string[] {
  return parts.map(({ name }) => name);
}

/** Lists the IDs of credentials that a sign-in at the provider or the sandbox created. */
async function listSignInCredentials(api: ApiClient): Promise<Set<string>> {
  const completed = await everyItem(({ limit, cursor }) => {
    const query = { limit, action: "connection.completed", ...(cursor && { after: cursor }) } as const;
    return api.GET("/api/v1/audit", { params: { query } });
  });
  return new Set(completed.map(({ details }) => String(details.credential_id)));
}

function isSandbox({ kind, label }: { kind: string; label: string }): boolean {
  return sampleCredentials.some((sample) => sample.kind === kind && sample.label === label);
}

/** Routes that connect or remove an account. */
const CONNECTING: readonly string[] = [
  "POST /api/v1/credentials",
  "DELETE /api/v1/credentials/:id",
  "GET /oauth/callback",
];
