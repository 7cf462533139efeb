import type { GateRule } from "../rule.ts";

/** Words of encyclopaedic questions: works and their makers, offices, places, contests, species, and what is asked of them. */
const KNOWLEDGE = new Set(
  (
    "president minister king queen emperor pope senator governor mayor chief founder inventor author director actor actress singer " +
    "artist painter composer poet novelist scientist physicist player coach captain champion winner " +
    "wrote written sang sings sing sung played plays starred stars directed invented discovered founded established painted composed " +
    "voiced voices narrated died killed assassinated married won defeated hosted " +
    "movie movies film films song songs album book novel series season seasons episode episodes show lyrics band character cast theme " +
    "country countries state states capital city county island ocean sea river mountain continent population border located " +
    "war battle treaty revolution empire dynasty century ancient independence constitution amendment congress parliament senate " +
    "supreme election law act world nba nfl mlb nhl fifa olympics olympic cup bowl championship league team super wwe ufc " +
    "god bible church religion greek roman latin british english american indian chinese french german russian " +
    "cell cells protein dna disease gene genes species animal animals plant planet element chemical atom acid blood bone muscle " +
    "originate originated origin meaning symbol named known history first oldest largest longest tallest highest most " +
    "award prize medal university tv television nickname stadium network"
  ).split(" "),
);

/** The vocabulary of questions that an encyclopaedia or a newspaper answers. */
export const worldKnowledge: GateRule = {
  reason: "world_knowledge",
  weight: 2,
  applies: ({ words }) => words.some((word) => KNOWLEDGE.has(word)),
};
