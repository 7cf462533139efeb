import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { newProvider } from "./new-provider.ts";

const { word = "" } = parseArgs({ options: { word: { type: "string" } } }).values;
try {
  const made = await newProvider(fileURLToPath(new URL("../../../", import.meta.url)), word);
  process.stdout.write(`Made:\n  ${made.join("\n  ")}\n\n`);
  process.stdout.write("Follow docs/adding-a-provider.md. Its test fails until the provider works:\n");
  process.stdout.write(`  npx vitest run --project unit test/adapters/${word}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.stderr.write("Usage: npm run new:provider -- --word NAME\n");
  process.exitCode = 2;
}
