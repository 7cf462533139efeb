import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Parses the arguments of a command for developers. For `--help`, prints `help` and exits. For an unknown
 * argument, prints one sentence and exits with 2.
 *
 *     const { values } = readCommandLine(HELP, { options: { list: { type: "boolean" } } });
 */
export function readCommandLine<const T extends ParseArgsConfig>(
  help: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes("--help")) {
    process.stdout.write(help);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return refuseCommandLine(
      `${String(error instanceof Error ? error.message : error).split(/\.(?:\s|$)/)[0]}.`,
    );
  }
}

/** Prints why the arguments are refused, and exits with 2. */
export function refuseCommandLine(sentence: string): never {
  process.stderr.write(`${sentence} --help shows what there is.\n`);
  process.exit(2);
}
