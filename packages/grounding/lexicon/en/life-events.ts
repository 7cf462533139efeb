import type { LifeEventWords } from "../life-events.ts";

export const ENGLISH_LIFE_EVENTS: LifeEventWords = {
  birth: "born birth birthday birthplace birthdate",
  death:
    "die died dies dying death deaths dead killed murder* assassinat* executed suicide drowned perished deceased | " +
    "buried funeral slain shot",
  marriage:
    "marry marries married marriage* wed wedded wedding spouse* wife wives husband* | bride fiancé* couple",
  divorce: "divorc* | separated annul* split",
  founding:
    "founded founder* founding did_found co-found* establish* | set_up start* began begun launch* creat* form formed incorporat* inaugurat* instituted " +
    "inception",
};
