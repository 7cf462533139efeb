const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** What a section is headed with; says nothing by itself. */
export const HEADING_WORDS = set(
  "life work career birth family background education biography bio profile overview introduction summary note source quote citation " +
    "result reference information detail fact question early late later personal main key year further reading",
);

/** Words of an answer about itself and of a question's form: singular, and nothing is told of anybody with them. */
export const NEUTRAL_WORDS = new Set([
  ...HEADING_WORDS,
  ...set(
    "answer page text document snippet passage article info material born birthday birthplace date place name age day month time topic " +
      "subject person people thing part section exact exactly full short brief general something anything someone anyone",
  ),
]);

/** What holds a noun phrase or a question together. No conjunction, no negation, no relative pronoun: these begin another statement. */
export const JOINING_WORDS = set(
  "a an the this these those any some all both each his her hers its their he she it they him them of in on at for from to by with about as " +
    "into over under between during before after until much many long often old more other s",
);

/** Words of letters, notices and tasks that say nothing of the world beside the message they stand in; singular. */
export const LETTER_WORDS = set(
  "hi hello hey dear team everyone folk colleague friend kindly find see attached attachment enclosed below above thank welcome sorry hope " +
    "hoping wish regard best kind warm sincerely cheers know feel free reply respond response reach contact email mail message letter write " +
    "writing wrote send sending sent share sharing shared forward forwarding read look looking want need like ask asking request " +
    "requested check review update reminder remind meeting meet call agenda minute draft report file link list item plan planning project " +
    "task issue ticket follow followup next step action weekly monthly quarterly daily today tomorrow yesterday morning afternoon evening " +
    "week soon attend join discuss discussion talk research researched found gathered compiled prepared say said according regarding " +
    "concerning use using interest interested interesting useful helpful good great nice happy glad new end start title description confirm " +
    "feedback comment thought content context due owner status priority label",
);
