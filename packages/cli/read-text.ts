import { readFileSync } from "node:fs";
import { UsageError } from "./exit.ts";

/** The text of a file named on the command line. */
export function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`${file} cannot be read.`);
  }
}
