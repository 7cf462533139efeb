import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BundledFunction } from "./bundle-function.ts";
import type { FunctionName } from "./routes.ts";

/** Sizes in kB (1,000 bytes): code loaded at cold start, and everything deployed. */
export interface BundleSize {
  entry: number;
  total: number;
}

/** Size limits of the functions. Raise a limit only in the commit of the feature that needs it. */
export const BUNDLE_BUDGETS: Readonly<Record<FunctionName, BundleSize>> = {
  health: { entry: 157, total: 157 },
  docs: { entry: 365, total: 1_158 },
  research: { entry: 561, total: 2_797 },
  agent: { entry: 857, total: 4_996 },
  tools: { entry: 811, total: 4_737 },
  mcp: { entry: 765, total: 5_064 },
  credentials: { entry: 816, total: 4_539 },
  tenants: { entry: 771, total: 4_483 },
  watches: { entry: 814, total: 4_722 },
  tick: { entry: 235, total: 250 },
  poll: { entry: 740, total: 4_640 },
  deliver: { entry: 711, total: 4_401 },
};

/**
 * Packages that must be loaded lazily: HTTP, mail, tokens, models, MCP, feeds, HTML, Markdown, domains, KMS,
 * SSM, and the lexicons of 13 languages with their stemmers.
 */
const LAZY_PACKAGES =
  /^(undici|imapflow|nodemailer|jose|rss-parser|marked|htmlparser2|entities|tldts|@orama\/stemmers|packages\/grounding\/lexicon|@ai-sdk\/.+|@modelcontextprotocol\/.+|@aws-sdk\/client-(kms|ssm))$/;

/** Number of largest packages to list. */
const MAX_LISTED_PACKAGES = 15;

export async function measureBundle(bundled: BundledFunction): Promise<BundleSize> {
  const folder = dirname(bundled.entry);
  const sizes = (await readdir(folder)).map(async (file) => (await stat(join(folder, file))).size);
  const { size } = await stat(bundled.entry);
  return { entry: toKilobytes(size), total: toKilobytes(sum(await Promise.all(sizes))) };
}

/**
 * Returns an error message with the largest packages loaded at cold start, or `null` if the bundle is within
 * budget.
 */
export async function checkBundle(name: FunctionName, bundled: BundledFunction): Promise<string | null> {
  const [size, budget] = [await measureBundle(bundled), BUNDLE_BUDGETS[name]];
  const packages = sumStaticPackages(bundled);
  const faults = [
    ...(["entry", "total"] as const)
      .filter((part) => size[part] > budget[part])
      .map((part) => `its ${part} is ${size[part]} kB, of ${budget[part]} kB at most`),
    ...packages
      .filter(([packageName]) => LAZY_PACKAGES.test(packageName))
      .map(([packageName]) => `${packageName} is loaded at its start`),
  ];
  if (faults.length === 0) return null;
  const biggest = packages
    .slice(0, MAX_LISTED_PACKAGES)
    .map(([packageName, bytes]) => `  ${toKilobytes(bytes)} kB ${packageName}`);
  return [`${name}: ${faults.join("; ")}. The most of its entry:`, ...biggest].join("\n");
}

/** Returns the chunks that are merged into the entry, and the entry, as the bundler wrote them. */
function listStaticChunks({ source, metafile: { outputs } }: BundledFunction): string[] {
  const found = new Set(Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === source));
  for (const path of found) {
    const imports = outputs[path]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
    for (const imported of imports) if (imported.path in outputs) found.add(imported.path);
  }
  return [...found];
}

/** Returns the size of each package and each of our own packages loaded at cold start, largest first. */
function sumStaticPackages(bundled: BundledFunction): [name: string, bytes: number][] {
  const bytes = new Map<string, number>();
  for (const output of listStaticChunks(bundled)) {
    const inputs = bundled.metafile.outputs[output]?.inputs ?? {};
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = findPackageName(path);
      bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...bytes].sort(([, one], [, other]) => other - one);
}

function findPackageName(path: string): string {
  const library = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return library ?? path.split("/").slice(0, 3).join("/");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function toKilobytes(bytes: number): number {
  return Math.ceil(bytes / 1_000);
}
