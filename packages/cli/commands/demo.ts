import { runDemo } from "../demo/demo.ts";
import type { AddCommand } from "./command.ts";

export const addDemoCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("demo")
    .description("Walk the main job aloud, against sandbox providers on this machine; needs no network.")
    .action(async () => finish(await runDemo(terminal)));
};
