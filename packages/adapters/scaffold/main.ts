import { fileURLToPath } from "node:url";
import { createProvider } from "./new-provider.ts";
import { createTool } from "./new-tool.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const USAGE = "Usage: npm run new:provider -- NAME, or npm run new:tool -- PROVIDER VERB_NOUN\n";

const [what, word = "", action = ""] = process.argv.slice(2);
try {
  const made = what === "tool" ? await createTool(ROOT, word, action) : await createProvider(ROOT, word);
  const name = what === "tool" ? `${word}_${action}` : word;
  process.stdout.write(`Made:\n  ${made.join("\n  ")}\n\n`);
  process.stdout.write("Its samples are its test. Write the docs, then run it:\n");
  process.stdout.write(
    "  npx biome check --write packages && npm run generate:docs && npm run generate:client\n",
  );
  process.stdout.write(`  npx vitest run --project "unit*" test/core test/adapters -t ${name}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  process.exitCode = 2;
}
