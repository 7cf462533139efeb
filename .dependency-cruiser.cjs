const { join } = require("node:path");

/**
 * Lists what each room may import; any other import is refused. The rooms of the core are listed from the
 * ground up: each imports only from those before it.
 */
const CORE_ROOMS = [
  "errors",
  "clock",
  "log",
  "metrics",
  "fairness",
  "loading",
  "records",
  "access",
  "text",
  "egress",
  "tracing",
  "oidc",
  "credentials",
  "tool",
  "places",
  "policy",
  "calls",
  "dispatch",
  "conversations",
  "approvals",
];

const PACKAGES = {
  core: [],
  client: [],
  console: ["client", "core", "adapters"],
  sandbox: [],
  adapters: ["core"],
  grounding: ["core"],
  watches: ["core", "adapters"],
  agent: ["core", "adapters", "grounding"],
  connections: ["core", "adapters"],
  service: ["core", "adapters", "grounding", "watches", "agent", "connections"],
  http: ["core", "adapters", "grounding", "watches", "agent", "connections", "service", "console"],
  aws: ["core", "watches", "agent", "connections"],
  local: ["core", "watches", "connections", "service", "http", "aws"],
  functions: ["core", "grounding", "watches", "agent", "service", "http", "aws"],
  cli: ["client", "core", "adapters", "grounding", "watches", "service", "aws", "local", "sandbox"],
};

/** Samples of tools, which are data for tests and docs. They alone may name servers of the sandbox. */
const SAMPLES = "[.]samples[.]ts$";

const coreRules = CORE_ROOMS.map((room, index) => ({
  name: `core-${room}`,
  comment: `packages/core/${room} imports only the rooms before it.`,
  severity: "error",
  from: { path: `^packages/core/${room}/` },
  to: { path: `^packages/core/(${CORE_ROOMS.slice(index + 1).join("|") || "-"})/` },
}));

const packageRules = Object.entries(PACKAGES).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `packages/${name} imports of our packages only: ${allowed.join(", ") || "none"}.`,
  severity: "error",
  from: { path: `^packages/${name}/`, pathNot: SAMPLES },
  to: { path: "^(packages|stacks|test)/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
}));

/** The face of a package is the list of files in `exports` of its package.json. */
const faceRules = Object.keys(PACKAGES).map((name) => {
  const { exports } = require(join(__dirname, "packages", name, "package.json"));
  const files = Object.values(exports).map((file) => file.replace("./", "").replaceAll(".", "[.]"));
  return {
    name: `face-${name}`,
    comment: `Other packages import of packages/${name} only the files that its package.json exports.`,
    severity: "error",
    from: { path: "^(packages|stacks)/", pathNot: `^packages/${name}/` },
    to: { path: `^packages/${name}/`, pathNot: `^packages/${name}/(${files.join("|")})$` },
  };
});

module.exports = {
  forbidden: [
    ...coreRules,
    ...packageRules,
    ...faceRules,
    {
      name: "core-known-rooms",
      comment: "Every file of the core is in a known room.",
      severity: "error",
      from: { path: "^packages/core/", pathNot: `^packages/core/(${CORE_ROOMS.join("|")})/` },
      to: {},
    },
    {
      name: "console-core",
      comment: "Pages take of the core only how it writes out what is not seen, and the names of arguments.",
      severity: "error",
      from: { path: "^packages/console/src/" },
      to: { path: "^packages/core/", pathNot: "^packages/core/text/(visible-json|argument-words)[.]ts$" },
    },
    {
      name: "console-adapters",
      comment: "Pages read Markdown as messages to providers do, and take nothing else of the adapters.",
      severity: "error",
      from: { path: "^packages/console/src/" },
      to: { path: "^packages/adapters/", pathNot: "^packages/adapters/markdown/" },
    },
    {
      name: "samples-do-not-ship",
      comment: "No code imports the samples of a tool; tests and docs find them by their name.",
      severity: "error",
      from: { path: "^(packages|stacks)/" },
      to: { path: SAMPLES },
    },
    {
      name: "samples-import-the-sandbox",
      comment: "Samples import nothing but the sandbox.",
      severity: "error",
      from: { path: SAMPLES },
      to: { pathNot: "^packages/sandbox/" },
    },
    {
      name: "known-packages",
      comment: "Every package is in the list above.",
      severity: "error",
      from: { path: "^packages/", pathNot: `^packages/(${Object.keys(PACKAGES).join("|")})/` },
      to: {},
    },
    {
      name: "words-at-first-use",
      comment:
        "What holds the words of 13 languages is loaded with `import()`: a cold start does not wait for it.",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/grounding/" },
      to: {
        path: "^packages/grounding/(gate|guard|question)/index.ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "core-is-pure",
      comment: "No AWS SDK, no server, no command line in what both platforms share.",
      severity: "error",
      from: { path: "^packages/(core|adapters|grounding|watches|agent|connections|service)/" },
      to: { path: "^node_modules/(@aws-sdk|@smithy|hono|@hono|libsql|commander|sst|aws-cdk-lib)/" },
    },
    {
      name: "stacks-stand-alone",
      comment:
        "What is deployed refers to handlers by path; it imports nothing that runs. Types and two plain lists do not.",
      severity: "error",
      from: { path: "^stacks/" },
      to: {
        path: "^(packages|test)/",
        pathNot: "^packages/(adapters/setting-names|http/endpoints/list).ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "list-of-endpoints-is-plain",
      comment: "The stacks read it too, so it imports nothing.",
      severity: "error",
      from: { path: "^packages/http/endpoints/list.ts$" },
      to: {},
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-development-dependency-in-what-ships",
      severity: "error",
      from: {
        path: "^packages/",
        pathNot:
          "^packages/(http/(openapi/generate-client|docs/read-guide).ts$|cli/pack/|console/(build|src)/)",
      },
      to: { dependencyTypes: ["npm-dev"], pathNot: "^node_modules/(@types|undici|zod)/" },
    },
    {
      name: "declared",
      comment: "A package declares what it imports.",
      severity: "error",
      from: { path: "^packages/", pathNot: "^packages/http/openapi/generate-client.ts$" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
