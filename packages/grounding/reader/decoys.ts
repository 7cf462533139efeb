/** A true but unrelated sentence, inserted among the candidates. */
export interface Decoy {
  title: string;
  url: string;
  text: string;
}

const at = (title: string, text: string): Decoy => ({
  title,
  url: `https://en.wikipedia.org/wiki/${title.replaceAll(" ", "_")}`,
  text,
});

/**
 * True sentences about very different subjects, so that two of them are always unrelated to a question. Each
 * looks like an answer: it has a name, a number, a date or a place.
 */
export const DECOYS: readonly Decoy[] = [
  at("Rideau Canal", "The Rideau Canal was opened in 1832 and links Ottawa with Kingston."),
  at("Quokka", "The quokka is a small marsupial that lives on Rottnest Island off Perth."),
  at("Theremin", "The theremin was patented by Leon Theremin in 1928 and is played without being touched."),
  at("Uetliberg", "The summit of the Uetliberg rises to 870 metres above sea level."),
  at("Ampere", "The ampere is named after André-Marie Ampère, who died in Marseille in 1836."),
  at("Linear B", "Linear B was deciphered in 1952 by the architect Michael Ventris."),
  at("Gouda cheese", "Wheels of Gouda cheese usually weigh about 12 kilograms."),
  at("Comet Hyakutake", "Comet Hyakutake was discovered by Yuji Hyakutake on 31 January 1996."),
  at("Nullarbor Plain", "The Nullarbor Plain covers about 200,000 square kilometres of southern Australia."),
  at("Curling", "A curling stone weighs between 17 and 20 kilograms."),
];
