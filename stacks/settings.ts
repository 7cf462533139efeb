import { listEndpointVariables, listOauthVariables } from "../packages/adapters/setting-names.ts";
import type { FunctionName } from "./routes.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const COMMON = ["LOG_LEVEL", "CORS_ORIGINS"];
/** For functions that trace requests, runs and calls. */
const TRACING = [
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_SERVICE_NAME",
  "OTEL_CAPTURE_CONTENT",
];
/** For functions that authenticate callers. */
const CALLERS = [
  "AUTH_ISSUER",
  "AUTH_AUDIENCE",
  "AUTH_TENANT_CLAIM",
  "AUTH_CLIENT_ID",
  "REQUESTS_PER_MINUTE",
];
const SEARCH = [
  "SEARCH_A_API_KEY",
  "SEARCH_A_BASE_URL",
  "SEARCH_B_API_KEY",
  "SEARCH_B_BASE_URL",
  "SEARCH_C_INSTANCE_URL",
  "ALLOW_HTML_SEARCH_FALLBACK",
  "SEARCH_D_BASE_URL",
];
/** For the function that shows the configured model in the console. */
const SHOWN_MODEL = ["MODEL_PROVIDER", "MODEL_ID", "MODEL_BASE_URL"];
const MODEL = [...SHOWN_MODEL, "MODEL_API_KEY", "READER"];
/** For the function that runs the agent, and the one that lists its models in the console. */
const MODEL_CHOICES = "MODEL_CHOICES";
const PROVIDERS = listEndpointVariables();
/** Maps a secret to the setting without which it is not used. */
const REQUIRED_SETTING = new Map([
  ...listOauthVariables().map(({ clientId, clientSecret }) => [clientSecret, clientId] as const),
  ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const,
]);
/** For functions that dispatch calls and may have to renew a token first. */
const OAUTH = listOauthVariables().flatMap(({ kind: _kind, ...names }) => Object.values(names));

/** For functions that wait for a provider. Polls and deliveries never do. */
const WAITS = ["LONGEST_WAIT_SECONDS"];
/** For functions that write or read the log of calls. */
const CALLS = ["CALL_DAYS"];
/** For functions that continue conversations. */
const CONVERSATIONS = ["CONVERSATION_HOURS"];
/** For the function that runs the agent. */
const CHATS = ["CHAT_DAYS"];
const WATCHES = ["WATCH_EVENT_DAYS", "WATCHES_PER_TENANT"];

const RESEARCH = [
  ...COMMON,
  ...TRACING,
  ...CALLERS,
  ...WAITS,
  ...SEARCH,
  ...MODEL,
  ...CALLS,
  ...CONVERSATIONS,
];
const TOOLS = [...RESEARCH, ...PROVIDERS, ...OAUTH, ...WATCHES, "EGRESS_ALLOW", "PUBLIC_URL"];

/**
 * Settings that each function gets from the deploying environment. A function gets only what it uses, so that
 * a search key is not in the environment of a function that never searches.
 */
const SETTINGS: Record<FunctionName, readonly string[]> = {
  health: COMMON,
  docs: [...COMMON, "PUBLIC_URL"],
  research: RESEARCH,
  agent: [...TOOLS, ...CHATS, "RUNS_PER_TENANT", MODEL_CHOICES],
  tools: TOOLS,
  mcp: TOOLS,
  credentials: [
    ...COMMON,
    ...CALLERS,
    ...WAITS,
    ...PROVIDERS,
    ...OAUTH,
    ...CALLS,
    ...SHOWN_MODEL,
    MODEL_CHOICES,
    "EGRESS_ALLOW",
    "PUBLIC_URL",
  ],
  tenants: [...COMMON, ...CALLERS],
  watches: [...COMMON, ...CALLERS, ...WAITS, ...PROVIDERS, ...OAUTH, ...WATCHES, ...CALLS, "EGRESS_ALLOW"],
  tick: [],
  poll: ["LOG_LEVEL", ...PROVIDERS, ...OAUTH, ...WATCHES, ...CALLS, "EGRESS_ALLOW"],
  deliver: ["LOG_LEVEL", ...PROVIDERS, ...OAUTH, "EGRESS_ALLOW"],
};

/**
 * Settings that are secrets. They are in no environment and no template, but in Systems Manager. A function
 * reads its secrets when it first needs them (packages/functions/runtime/platform.ts).
 */
const SECRETS = ["SEARCH_A_API_KEY", "SEARCH_B_API_KEY", "MODEL_API_KEY", ...REQUIRED_SETTING.keys()];

/**
 * Version of the stage's secrets. It is in the environment of functions that read secrets, which do not
 * evaluate it. When it changes, Lambda starts new processes, which read the secrets again.
 */
const SECRETS_VERSION = "SECRETS_VERSION";

/** Settings of the stage itself, which no function gets. */
const STAGE_SETTINGS = [
  "WATCH_POLLS_AT_ONCE",
  "WATCH_DELIVERIES_AT_ONCE",
  "WATCH_RESERVED_CONCURRENCY",
  "THROTTLE_REQUESTS_PER_SECOND",
  "THROTTLE_BURST",
  "THROTTLE_COSTLY_REQUESTS_PER_SECOND",
  "THROTTLE_COSTLY_BURST",
  "FIREWALL_REQUESTS_PER_FIVE_MINUTES",
  "FIREWALL_KEY_REQUESTS_PER_MINUTE",
  "FIREWALL_ANONYMOUS_REQUESTS_PER_MINUTE",
  "DOMAIN_NAME",
  "CERTIFICATE_ARN",
  "ALARM_EMAIL",
  "WARNING_EMAIL",
  "MONTHLY_BUDGET",
  "ACCOUNT_CONCURRENCY",
  "DEPLOY_ACCOUNT",
  "KEY_REGIONS",
];

/** Matches names that only our settings have, and names in the format of providers' settings. */
const OWN_NAME_PATTERNS = [
  /^AUTH_(ISSUER|AUDIENCE|TENANT|CLIENT)/,
  /^(SEARCH|ALLOW_HTML|EGRESS|EXTRA_CA|CHATAPP|MAIL_OAUTH|OAUTH|MODEL|CALL|LONGEST_WAIT|WATCH|WATCHES|RUNS|THROTTLE|FIREWALL|ALARM|WARNING|MONTHLY|ACCOUNT)_/,
  new RegExp(`^(${PROVIDERS.map((name) => name.split("_")[0]).join("|")})_.*URL$`),
];

/** Functions that use a model only as the reader of research. */
const READER_ONLY_FUNCTIONS: readonly FunctionName[] = ["tools", "mcp"];

/** Returns whether a function uses the model that the environment configures. */
export function asksModel(name: FunctionName, { READER }: Environment): boolean {
  return SETTINGS[name].includes("READER") && !(READER === "off" && READER_ONLY_FUNCTIONS.includes(name));
}

function listSettings(name: FunctionName, environment: Environment): readonly string[] {
  if (asksModel(name, environment) || !READER_ONLY_FUNCTIONS.includes(name)) return SETTINGS[name];
  return SETTINGS[name].filter((setting) => !MODEL.includes(setting));
}

/**
 * Returns a function's settings that are set, without secrets. `STAGE_SECRETS` lists the secrets that it may
 * read. Throws for an invalid version of the secrets.
 */
export function settingsFor(name: FunctionName, environment: Environment): Record<string, string> {
  const settings = listSettings(name, environment).map((setting): [string, string] => [
    setting,
    environment[setting] ?? "",
  ]);
  const secrets = listSecrets(name, environment);
  const secretSettings: [string, string][] = [
    ["STAGE_SECRETS", secrets.join(",")],
    [SECRETS_VERSION, secrets.length > 0 ? readSecretsVersion(environment) : ""],
  ];
  return Object.fromEntries(
    [...settings, ...secretSettings].filter(([setting, value]) => value !== "" && !SECRETS.includes(setting)),
  );
}

/** Reads the version of the secrets. Throws if its format is invalid. */
function readSecretsVersion(environment: Environment): string {
  const version = environment[SECRETS_VERSION] ?? "";
  if (/^[A-Za-z0-9._-]{0,64}$/.test(version)) return version;
  throw new Error(`${SECRETS_VERSION} must be up to 64 letters, digits, dots, underscores and hyphens.`);
}

/**
 * Returns the Systems Manager parameter of a stage's secret setting, as the functions read it
 * (packages/aws/settings/stage-secrets.ts).
 */
export function formatSecretParameter(stage: string, setting: string): string {
  return `/plumbline/${stage}/${setting}`;
}

/**
 * Lists the secret settings that a function may read. Includes an OAuth client's secret only if the stage
 * sets the client's ID.
 */
export function listSecrets(name: FunctionName, environment: Environment): readonly string[] {
  return listSettings(name, environment).filter((setting) => {
    const id = REQUIRED_SETTING.get(setting);
    return SECRETS.includes(setting) && (id === undefined || Boolean(environment[id]));
  });
}

/**
 * Throws for a misspelt setting, such as `SEARCH_A_KEY` for `SEARCH_A_API_KEY`. No function would get it, so
 * none could report it.
 */
export function refuseUnknownSettings(environment: Environment): void {
  const known = new Set([...Object.values(SETTINGS).flat(), ...STAGE_SETTINGS]);
  const unknown = Object.keys(environment).filter(
    (name) =>
      environment[name] && OWN_NAME_PATTERNS.some((pattern) => pattern.test(name)) && !known.has(name),
  );
  if (unknown.length > 0) throw new Error(`No function of the cloud has the setting ${unknown.join(", ")}.`);
}

/** Throws where the credentials of the deployment are of another account than `DEPLOY_ACCOUNT` names. */
export function refuseOtherAccount(account: string, { DEPLOY_ACCOUNT: wanted }: Environment): void {
  if (!wanted || wanted === account) return;
  throw new Error(`DEPLOY_ACCOUNT is ${wanted}, and these AWS credentials are of the account ${account}.`);
}

/**
 * Throws for a secret in the environment of the deployment: on AWS it would be read from nowhere but Systems
 * Manager.
 */
export function refuseSecrets(stage: string, environment: Environment): void {
  const [secret] = SECRETS.filter((name) => environment[name]);
  if (secret === undefined) return;
  throw new Error(
    `${secret} is set here, and the cloud does not take secrets from there. Unset it, and store it once: ` +
      `aws ssm put-parameter --type SecureString --name ${formatSecretParameter(stage, secret)} --value …`,
  );
}
