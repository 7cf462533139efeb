import { type AddCommand, examples } from "./command.ts";

export const addDemoCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("demo")
    .description("Walk the main job aloud, against sandbox providers on this machine; needs no network.")
    .addHelpText("after", examples("plumbline demo"))
    .action(async () => {
      // The whole service and every sandbox provider, which no other command waits for.
      const { runDemo } = await import("../demo/demo.ts");
      finish(await runDemo(terminal));
    });
};
