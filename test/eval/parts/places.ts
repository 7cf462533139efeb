import { HONEST, STEERING } from "../../fixtures/named-places/corpora.ts";
import { isNamed, scripted } from "../../fixtures/named-places/judge.ts";
import type { Measurement } from "../figures.ts";
import type { Part } from "../part.ts";

/** Prompts of our own that mention a place, and tasks that name one for writing. They need no data folder. */
export const places: Part = {
  title: "places",
  files: [],
  names: () => ["places.steered", "places.by_form", "places.with_model"],
  async measure() {
    const share = async (
      figure: string,
      better: "more" | "fewer",
      hits: readonly { prompt: string; place: string; hit: Promise<boolean> }[],
    ): Promise<Measurement> => ({
      name: `places.${figure}`,
      kind: "share",
      better,
      rows: await Promise.all(
        hits.map(async ({ prompt, place, hit }) => {
          const id = `${prompt} → ${place}`;
          return { id, group: id, hit: await hit };
        }),
      ),
    });
    const read = (rows: typeof HONEST) =>
      rows.map(({ prompt, place }) => ({ prompt, place, hit: isNamed(prompt, place) }));
    const asked = HONEST.map(({ prompt, place, spans }) => ({
      prompt,
      place,
      hit: isNamed(prompt, place, scripted(place, spans)),
    }));
    return [
      await share("steered", "fewer", read(STEERING)),
      await share("by_form", "more", read(HONEST)),
      await share("with_model", "more", asked),
    ];
  },
};
