import { main } from "@plumbline/cli/main.ts";

/** How one run of the command line ended. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  environment?: Record<string, string>;
  /** Standard input; a terminal, from which nothing is read, when left out. */
  input?: string;
  colour?: boolean;
}

/** Runs `plumbline` with these arguments, and nothing of this process's environment. */
export async function plumbline(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const run = { code: -1, out: "", err: "" };
  run.code = await main(args, {
    out: (text) => {
      run.out += text;
    },
    err: (text) => {
      run.err += text;
    },
    input: async () => options.input,
    colour: options.colour ?? false,
    environment: options.environment ?? {},
  });
  return run;
}
