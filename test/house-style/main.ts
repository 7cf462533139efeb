/**
 * `npm run check:words`: checks the rules of the house style that a machine can see. Fails when there are
 * more findings of a rule than `allowed.json` says. `-- --list [RULE]` prints every finding; `-- --update`
 * writes lower counts into `allowed.json`, and never higher ones.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Finding, findStyleFaults, type RuleName } from "./rules.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ALLOWED = fileURLToPath(new URL("allowed.json", import.meta.url));
/** Written by a program, which chooses its own words. */
const GENERATED = new Set([
  "packages/client/schema.d.ts",
  "packages/http/docs/built/pages.ts",
  "packages/http/openapi/built/tool-descriptions.ts",
]);
const SHOWN_AT_MOST = 40;

const findings = findStyleFaults(readFiles());
const allowed: Record<RuleName, number> = JSON.parse(readFileSync(ALLOWED, "utf8"));
const [option, only] = process.argv.slice(2);

if (option === "--list") for (const found of findings) if (!only || found.rule === only) print(found);
for (const rule of Object.keys(allowed) as RuleName[]) checkRule(rule);
if (option === "--update") writeFileSync(ALLOWED, `${JSON.stringify(allowed, null, 2)}\n`);

function checkRule(rule: RuleName): void {
  const found = findings.filter((finding) => finding.rule === rule);
  write(`${rule}: ${found.length} of ${allowed[rule]} allowed`);
  if (found.length > allowed[rule]) {
    if (option !== "--list") found.slice(0, SHOWN_AT_MOST).forEach(print);
    write(`${rule}: ${found.length - allowed[rule]} too many. See "Words" in CONTRIBUTING.md.`);
    process.exitCode = 1;
  }
  allowed[rule] = Math.min(allowed[rule], found.length);
}

/** Reads what git knows or would add: TypeScript, JavaScript and Markdown. */
function readFiles() {
  const known = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const names = execFileSync("git", [...known, "*.ts", "*.js", "*.cjs", "*.mjs", "*.md"], { cwd: ROOT });
  return names
    .toString()
    .split("\0")
    .filter((path) => path !== "" && !GENERATED.has(path) && existsSync(ROOT + path))
    .map((path) => ({ path, text: readFileSync(ROOT + path, "utf8") }));
}

function print({ rule, path, line, message }: Finding): void {
  write(`${path}:${line} ${message} (${rule})`);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
