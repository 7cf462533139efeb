/**
 * Holds what one language says when it asks about people, as phrases between commas. A word that ends in `*`
 * stands for any ending, a lone `*` for any one word; a list without a phrase that proved itself on unseen
 * prompts is empty. Accents are optional: they are removed from the lists and from the prompt alike.
 */
export interface GateWords {
  /** Asks who somebody is: "who is". */
  readonly who: string;
  /** Stands right before a person who is the matter: "about", "information on". */
  readonly about: string;
  /** Names the facts of a life: "career", "net worth". */
  readonly life: string;
  /** Asks to be informed: "brief me". */
  readonly tell: string;
  /** Opens a question that an encyclopaedia could answer: "when". */
  readonly question: string;
  /** Orders an errand, or belongs to one: "send", "my meeting". */
  readonly errand: string;
  /** Asks for something made up: "fairy tale". */
  readonly fiction: string;
  /** Words that nearly every sentence has: they tell the languages of one script apart. */
  readonly everyday: string;
}
