import { words } from "../../text/tokens.ts";

/** Fields of work by the words that name who works in them; a hand-made list. */
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
  stage: "actor actress comedian filmmaker screenwriter playwright dancer choreographer",
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

/** The fields of work a text names, in order, each once. */
export function occupations(text: string): string[] {
  return [
    ...new Set(
      words(text).flatMap((word) => FIELD_OF.get(word) ?? FIELD_OF.get(word.replace(/s$/, "")) ?? []),
    ),
  ];
}
