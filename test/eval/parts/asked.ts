import { type AskedRun, comesFirst, isKept, isTakenIn, runAsked } from "../asked-runs.ts";
import type { Measurement } from "../figures.ts";
import type { Part } from "../part.ts";

/**
 * Questions of our own, with evidence that answers them and evidence that only comes near. They need no data
 * folder.
 */
export const asked: Part = {
  title: "asked",
  files: [],
  names: () => ["asked.answered", "asked.kept", "asked.first"],
  async measure() {
    const runs = await runAsked();
    const share = (
      figure: string,
      better: "more" | "fewer",
      judge: (run: AskedRun) => boolean,
    ): Measurement => ({
      name: `asked.${figure}`,
      kind: "share",
      better,
      rows: runs.map((run) => ({ id: run.id, group: run.id, hit: judge(run) })),
    });
    return [
      share("answered", "fewer", isTakenIn),
      share("kept", "more", isKept),
      share("first", "more", comesFirst),
    ];
  },
};
