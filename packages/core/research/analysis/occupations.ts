import { words } from "../../text/tokens.ts";

/**
 * Fields of work by the words that name who works in them; a hand-made list. What stands before a slash is the line of work:
 * fields of one line are often one person's.
 */
const FIELDS: Readonly<Record<string, string>> = {
  football: "footballer midfielder quarterback linebacker goalkeeper lineman cornerback nfl",
  cricket: "cricketer batsman bowler wicketkeeper",
  rugby: "rugby flanker scrum",
  "ice hockey": "nhl defenceman",
  baseball: "baseball pitcher outfielder infielder shortstop mlb",
  basketball: "basketball nba",
  racing: "jockey racing cyclist",
  athletics:
    "sprinter hurdler swimmer rower olympian gymnast wrestler boxer fencer skier skater golfer tennis runner jumper",
  games: "handball volleyball squash badminton snooker darts curler chess lacrosse",
  "stage/acting": "actor actress comedian",
  "stage/film": "filmmaker screenwriter cinematographer",
  "stage/theatre": "playwright dramatist",
  "stage/dance": "dancer choreographer",
  broadcasting: "broadcaster presenter announcer newsreader anchorman",
  music:
    "singer musician composer guitarist drummer pianist violinist songwriter rapper bassist saxophonist organist conductor",
  letters: "poet novelist journalist columnist essayist",
  "visual arts": "painter sculptor illustrator cartoonist architect photographer engraver",
  fashion: "model designer stylist",
  cooking: "chef cook restaurateur",
  church:
    "bishop clergyman priest theologian pastor archbishop missionary monk jesuit cardinal abbot preacher rabbi imam",
  law: "lawyer barrister judge jurist solicitor attorney",
  politics:
    "politician statesman congressman congresswoman senator mayor councillor legislator diplomat ambassador mp governor",
  army: "soldier admiral general lieutenant colonel brigadier aviator",
  science:
    "physicist chemist biologist mathematician astronomer botanist geologist zoologist scientist ecologist physics",
  medicine: "physician surgeon nurse psychiatrist psychologist dentist pharmacist veterinarian",
  learning: "historian philosopher economist sociologist linguist archaeologist anthropologist philologist",
  business: "businessman businesswoman entrepreneur banker merchant industrialist executive investor",
  engineering: "engineer inventor programmer developer",
  crime: "murderer gangster criminal mobster outlaw pirate",
};

const FIELD_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELDS).flatMap(([field, list]) =>
    list.split(" ").map((word): [string, string] => [word, field]),
  ),
);

/** A director alone may be anything's; a film's is a filmmaker. */
const FILM_DIRECTOR = /\b(?:film|movie) directors?\b/gi;

/** The fields of work a text names, in order, each once. */
export function occupations(text: string): string[] {
  return [
    ...new Set(
      words(text.replace(FILM_DIRECTOR, "filmmaker")).flatMap(
        (word) => FIELD_OF.get(word) ?? FIELD_OF.get(word.replace(/s$/, "")) ?? [],
      ),
    ),
  ];
}

/** Words that say what somebody is without saying the field: a director makes films or heads a museum. */
const ROLES = new Set(
  "director producer artist author writer editor critic professor teacher scholar researcher founder president chairman chairwoman ceo minister manager coach captain driver racer explorer activist".split(
    " ",
  ),
);

/** Whether a folded word says what somebody is by work or office. */
export function namesRole(word: string): boolean {
  return ROLES.has(word) || ROLES.has(word.replace(/s$/, "")) || occupations(word).length > 0;
}

/** Whether two people's fields have no line of work in common; false when either's are unknown. */
export function otherLineOfWork(left: readonly string[], right: readonly string[]): boolean {
  const lines = new Set(left.map(lineOfWork));
  return left.length > 0 && right.length > 0 && !right.some((field) => lines.has(lineOfWork(field)));
}

function lineOfWork(field: string): string {
  return field.replace(/\/.*$/, "");
}
