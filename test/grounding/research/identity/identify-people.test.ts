import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AskedPeople,
  groupPeople,
  identifyPeople,
} from "../../../../packages/grounding/research/identity/index.ts";

const titled = (texts: readonly string[]) => texts.map((text) => ({ title: "", text }));

const asked = (text: string, more: Partial<AskedPeople["constraints"]> = {}, context = ""): AskedPeople => ({
  text,
  subjects: ["Tom Hale"],
  constraints: { role: null, place: null, employer: null, ...more },
  context,
});

const identify = (texts: readonly string[], question = asked("Who is Tom Hale?")) =>
  identifyPeople(question, titled(texts));

const politician = "Tom Hale (born 1962) is a Danish politician from Odense.";
const physicist = "Tom Hale (born 3 May 1971) is a British physicist at Cambridge.";

describe("groupPeople tells namesakes apart", () => {
  it("does not take the name of a town's newspaper for the place of a person", () => {
    const surgeon = "Tom Hale is a surgeon at Boston Medical Center in Boston. He studied in Ohio.";
    const convict = "Tom Hale was sentenced to six years in prison.";
    const { groups } = groupPeople("Tom Hale", [
      { url: "https://hospital.example/hale", title: "Tom Hale, MD", text: surgeon },
      { url: "https://bostonglobe.example/1", title: "Tom Hale | Boston Globe", text: convict },
    ]);
    expect(groups).not.toContainEqual([0, 1]);
  });

  it.each([
    ["birth years", politician, physicist],
    ["disjoint lives", "Tom Hale (1801 – 1866) ran a mill.", "Tom Hale, born in 1950, runs a mill."],
    ["middle names", "Tom Arthur Hale ran a mill.", "Tom B. Hale ran a mill."],
    ["pronouns", "Tom Hale said he sold his mill.", "Tom Hale said she sold her mill."],
    ["fields of work", "Tom Hale is a goalkeeper for Leeds.", "Tom Hale was a painter of harbours."],
    [
      "a birth told behind a nationality",
      "Tom Hale was an English weaver born in 1801.",
      "Tom Hale was a Welsh weaver born in 1850.",
    ],
    [
      "births told behind an aside",
      "Tom Hale, a dentist in Leeds, was born in 1950.",
      "Tom Hale, a Leeds fisherman, was born in 1987.",
    ],
    ["a town alone in common", "Tom Hale is a dentist in Leeds.", "Tom Hale is a thatcher from Leeds."],
    ["apposed fields", "The painter Tom Hale sold a harbour.", "Tom Hale, the goalkeeper, left Leeds."],
    ["deeds before a birth", "Tom Hale (born 1971) sold tea.", "Tom Hale won the regatta in 1960."],
    [
      "deeds after a death",
      "Tom Hale (1801 – 1866) ran a mill.",
      "In 1990 a play written by Tom Hale opened.",
    ],
    ["deeds at too great an age", "Tom Hale (born 1801) ran a mill.", "Tom Hale later built a dam in 1990."],
    ["work, of one country", "Tom Hale was an English chemist.", "Tom Hale was a writer born in London."],
    [
      "work that is in no list",
      "Tom Hale is a beekeeper in Devon.",
      "Tom Hale, 58, a quantity surveyor, was jailed on Monday.",
    ],
    ["qualifiers", "Tom Hale (actor) sold a farm.", "Tom Hale (rower) won silver."],
  ])("by their %s", (_, left, right) => {
    expect(groupPeople("Tom Hale", titled([left, right])).groups).toEqual([[0], [1]]);
    expect(identify([left, right])).toMatchObject({ verdict: "ambiguous", chosen: [], candidates: [0, 1] });
  });

  it("by a page that lists them", () => {
    const texts = ["Tom Hale may refer to several people."];
    expect(groupPeople("Tom Hale", titled(texts))).toEqual({ groups: [], untied: [], namesakeLists: [0] });
    expect(identify(texts)).toMatchObject({ verdict: "ambiguous", candidates: [0] });
  });

  it("and puts what belongs together in one group", () => {
    const texts = [politician, physicist, "Tom Hale, the physicist, measures glass at Cambridge."];
    expect(identify(texts).groups).toEqual([[0], [1, 2]]);
  });
});

describe("groupPeople keeps one person whole", () => {
  it.each([
    ["little in common", "Tom Hale opened a bakery.", "Tom Hale spoke about the old harbour."],
    ["a year's difference", "Tom Hale (born 1962) sold tea.", "Tom Hale was born in 1963."],
    ["an initial for a middle name", "Thomas Arthur Hale sold tea.", "Tom A. Hale sold coffee."],
    ["an honour after death", "Tom Hale (1801 – 1866) ran a mill.", "Tom Hale was honoured in 1990."],
    [
      "a work published after death",
      "Tom Hale died in 1866.",
      "A book written by Tom Hale came out in 1869.",
    ],
    ["a title that tells more", "Tom Hale (director) sold tea.", "Tom Hale (artist and director) sold tea."],
    ["acting and film making", "The actor Tom Hale sold tea.", "Tom Hale is a filmmaker."],
    ["a relative's birth", politician, "Tom Hale is the son of Ann Reed (born 1931), a teacher."],
    ["one of two occupations", "Tom Hale is a lawyer and politician.", "Tom Hale is a politician in Odense."],
    ["a snippet that bears only the surname", politician, "Hale, born in 1801, was a painter."],
  ])("despite %s", (_, left, right) => {
    expect(groupPeople("Tom Hale", titled([left, right])).groups).toHaveLength(1);
    expect(identify([left, right])).toMatchObject({ verdict: "one" });
  });
});

describe("identifyPeople with a constraint", () => {
  it.each([
    [{ role: "physicist" }, [1]],
    [{ role: "British physicist" }, [1]],
    [{ role: "Danish politician" }, [0]],
    [{ place: "Cambridge" }, [1]],
    [{ role: "politician", place: "Odense" }, [0]],
  ])("chooses the person that %j fits", (constraint, chosen) => {
    const question = asked("Who is Tom Hale?", constraint);
    expect(identify([politician, physicist], question)).toMatchObject({ verdict: "one", chosen });
  });

  it.each([
    { role: "chemist" },
    { role: "Danish physicist" },
    { place: "Paris" },
    { employer: "Novo Glass" },
  ])("says who the sources speak of where %j fits nobody", (constraint) => {
    const question = asked("Who is Tom Hale?", constraint);
    expect(identify([politician, physicist], question)).toMatchObject({
      verdict: "contradicted",
      chosen: [],
      candidates: [0, 1],
      description: "a Danish politician from Odense",
    });
    expect(identify([physicist], question)).toMatchObject({
      verdict: "contradicted",
      description: "a British physicist at Cambridge",
    });
  });

  it("takes close synonyms of a role, and no other role of its field", () => {
    const texts = ["Tom Hale (1901–1980) was a Welsh film director."];
    expect(identify(texts, asked("", { role: "filmmaker" })).verdict).toBe("one");
    expect(identify(texts, asked("", { role: "actor" })).verdict).toBe("contradicted");
  });

  it("leaves out a page that is of another role, though nothing else tells it apart", () => {
    const director = "Tom Hale (born 1962) directed the actor Ann Reed in a film.";
    const actor = "The actor Tom Hale (born 1990) played in the film of a director.";
    expect(identify([director, actor], asked("", { role: "actor" })).chosen).toEqual([1]);
  });

  it("is ambiguous where it fits two people", () => {
    const texts = [
      "Tom Hale (1801–1866) was an English painter.",
      "Tom Hale (born 1971) is an English painter.",
    ];
    expect(identify(texts, asked("", { role: "painter" })).verdict).toBe("ambiguous");
  });
});

describe("identifyPeople with words of question and context", () => {
  it.each([
    ["Tom Hale physicist", "", [1]],
    ["Tom Hale born 1962", "", [0]],
    ["Who is Tom Hale of Cambridge?", "", [1]],
    ["Who is Tom Hale?", "politician in Odense", [0]],
    ["Who is Tom Hale?", "works at Cambridge", [1]],
  ])("chooses for %j with context %j", (text, context, chosen) => {
    expect(identify([politician, physicist], asked(text, {}, context))).toMatchObject({
      verdict: "one",
      chosen,
    });
  });

  it.each([
    ["Who is Tom Hale the plumber?", 1],
    ["Who is the choirmaster Tom Hale?", 0],
  ])("takes work that is in no list from %j", (text, index) => {
    const texts = ["Tom Hale is the choirmaster of Aldby.", "Tom Hale runs a plumbing firm in Norfell."];
    const question: AskedPeople = { ...asked(text), expected: "person" };
    expect(identify(texts, question)).toMatchObject({ verdict: "one", chosen: [index] });
  });

  it("reads a short page in the language of the question where it says nothing in that it seems to be in", () => {
    const texts = ["Tom Hale teaches yoga in Bristol.", "Tom Hale is a judge of the High Court."];
    expect(identify(texts, { ...asked("Who is Tom Hale?"), language: "en" }).verdict).toBe("ambiguous");
  });

  it("takes a page of the employer asked for that says of no role", () => {
    const texts = [politician, "Tom Hale advises shipping companies at Wiik Partners."];
    const question = asked("", { role: "lawyer", employer: "Wiik Partners" });
    expect(identify(texts, question)).toMatchObject({ verdict: "one", chosen: [1] });
  });

  it.each(["Which physicists did Tom Hale meet?", "How many British physicists did Tom Hale teach?"])(
    "does not take what %j asks for as what somebody is",
    (text) => {
      expect(identify([politician, physicist], asked(text)).verdict).toBe("ambiguous");
    },
  );

  it.each([
    ["fits nobody", "a baker from Paris"],
    ["names a year that is not theirs", "physicist in Paris, 1950"],
    ["fits both", "born in spring"],
  ])("chooses nobody when it %s", (_, context) => {
    const texts = [`${politician} Born in spring.`, `${physicist} Born in spring.`];
    expect(identify(texts, asked("Who is Tom Hale?", {}, context)).verdict).toBe("ambiguous");
  });
});

describe("identifyPeople of several people, or nobody", () => {
  it("says that nobody of the name is spoken of", () => {
    expect(identify(["Ann Reed sells tea."])).toMatchObject({ verdict: "unnamed", chosen: [] });
  });

  it("takes what names any of the people asked about", () => {
    const texts = ["Tom Hale sells tea.", "Ann Reed sells coffee.", "Karl Voss sells milk."];
    const question = { ...asked("Did Tom Hale meet Ann Reed?"), subjects: ["Tom Hale", "Ann Reed"] };
    expect(identify(texts, question)).toMatchObject({ verdict: "one", chosen: [0, 1] });
  });

  it("takes of two bearers of a name the one who is named beside the other person", () => {
    const texts = [
      politician,
      physicist,
      "Ann Reed married the physicist Tom Hale, born in 1971, at Cambridge.",
    ];
    const question = { ...asked("When did Tom Hale marry Ann Reed?"), subjects: ["Tom Hale", "Ann Reed"] };
    expect(identify(texts, question)).toMatchObject({ verdict: "one", chosen: [1, 2] });
  });

  it("takes everything for a question about nobody", () => {
    expect(identify(["Tea is cheap."], { ...asked("Is tea cheap?"), subjects: [] }).chosen).toEqual([0]);
  });
});

describe("identifyPeople on anything", () => {
  it("repeats itself and puts every passage in at most one group", () => {
    const text = fc.constantFrom(
      politician,
      physicist,
      "Tom Hale",
      "Tom B. Hale",
      "nobody",
      "Tom Hale may refer to",
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const found = identify(texts);
        expect(identify(texts)).toEqual(found);
        const placed = found.groups.flat();
        expect(new Set(placed).size).toBe(placed.length);
        expect(placed.every((index) => texts[index]?.includes("Hale"))).toBe(true);
      }),
    );
  });
});

describe("groupPeople in other languages", () => {
  it.each([
    [
      "German",
      "Hans Brandner",
      "Hans Brandner (* 17. Juli 1954 in Passau) ist ein deutscher Fußballspieler und spielte für den TSV Kirchdorf.",
      "Der Mittelfeldspieler Hans Brandner wechselte 1976 und erzielte zwölf Tore in der Bundesliga.",
      "Hans Brandner (* 3. Mai 1901 in Graz; † 12. Juni 1977 in Wien) war ein österreichischer Maler.",
    ],
    [
      "Spanish",
      "Luis Ortega Paz",
      "Luis Ortega Paz (nacido en Rosario el 4 de mayo de 1981) es un futbolista argentino que juega como delantero.",
      "El delantero Luis Ortega Paz marcó dos goles con el club en la temporada de 2004.",
      "Luis Ortega Paz (Madrid, 1902 - Sevilla, 1970) fue un escritor español, autor de varias novelas.",
    ],
    [
      "Russian",
      "Иван Котов",
      "Иван Петрович Котов (род. 5 мая 1960, Тула) — советский и российский футболист, защитник.",
      "Защитник Иван Котов сыграл за клуб сорок матчей в чемпионате и забил гол.",
      "Иван Сергеевич Котов (1890—1935) — русский писатель, автор романов о деревне.",
    ],
    [
      "Turkish",
      "Mehmet Karaca",
      "Mehmet Karaca (d. 5 Mayıs 1980, İzmir), Türk futbolcudur. Orta saha mevkisinde görev yapmaktadır.",
      "Futbolcu Mehmet Karaca bu sezon ligde on maç oynadı ve iki gol attı.",
      "Mehmet Karaca (1911, İstanbul - 3 Mart 1975), Türk ressam ve heykeltıraştır.",
    ],
    [
      "Arabic",
      "محمد الراوي",
      "محمد الراوي (ولد في 5 مايو 1980) هو لاعب كرة قدم مصري يلعب في نادي الزمالك.",
      "سجل محمد الراوي هدفا في مباراة الدوري مع نادي الزمالك في هذا الموسم.",
      "محمد الراوي (1911 - 1975) شاعر عراقي وأديب من بغداد، صدر له ديوان شعر.",
    ],
    [
      "Chinese",
      "王立明",
      "王立明（1960年5月5日－），中国足球运动员，司职前锋，曾效力于上海俱乐部。",
      "前锋王立明在联赛中为上海队攻入两球，帮助球队取得胜利。",
      "王立明（1901年－1975年），浙江人，中国物理学家，曾任北京大学教授。",
    ],
    [
      "Japanese",
      "田中健一",
      "田中健一（1960年5月5日 - ）は、日本のサッカー選手。ポジションはフォワード。",
      "サッカー選手の田中健一は、リーグで二得点を挙げ、日本代表に選ばれた。",
      "田中健一（1901年 - 1975年）は、日本の物理学者。東京大学教授を務めた。",
    ],
  ])("keeps the footballer's pages together and the other bearer apart: %s", (_, name, one, same, other) => {
    expect(groupPeople(name, titled([one, same, other])).groups).toEqual([[0, 1], [2]]);
    expect(groupPeople(name, titled([one, same])).groups).toEqual([[0, 1]]);
  });

  it("compares roles and countries across languages", () => {
    const texts = [
      "Hans Brandner (* 17. Juli 1954 in Passau) ist ein deutscher Fußballspieler.",
      "Hans Brandner (* 3. Mai 1901 in Graz; † 12. Juni 1977 in Wien) war ein österreichischer Maler.",
    ];
    const question = { ...asked("", { role: "Austrian painter" }), subjects: ["Hans Brandner"] };
    expect(identify(texts, question)).toMatchObject({ verdict: "one", chosen: [1] });
    expect(identify(texts.slice(0, 1), question)).toMatchObject({
      verdict: "contradicted",
      description: "ein deutscher Fußballspieler",
    });
  });

  it("does not take passages of a language without word lists for one person's", () => {
    const texts = [
      "Jan Kowalczyk – polski piłkarz, występujący na pozycji pomocnika w klubie sportowym z Łodzi od zeszłego roku.",
      "Jan Kowalczyk – polski malarz i grafik, profesor Akademii Sztuk Pięknych w Warszawie, autor wielu obrazów.",
    ];
    expect(groupPeople("Jan Kowalczyk", titled(texts)).groups).toEqual([[0], [1]]);
  });
});

describe("a name that only some pages spell as the question does", () => {
  const zara = { ...asked("Who is Zara Mukkadem?"), subjects: ["Zara Mukkadem"] };
  const maker = "Zara Mukkadem is the maker of Kestrel, a search engine.";
  const banker = "Zara Mukadem is a branch manager at Northern Bank in Leeds.";

  it("is that of their person", () => {
    expect(identify([maker, banker], zara)).toMatchObject({ verdict: "one", chosen: [0] });
    expect(identify([maker, `${banker} View people named Zara Mukadem`], zara)).toMatchObject({
      verdict: "one",
      chosen: [0],
    });
  });

  it("stays ambiguous where all spell it so, or none does", () => {
    const singer = "Zara Mukkadem was a singer from Oslo who died in 1960.";
    expect(identify([maker, singer], zara).verdict).toBe("ambiguous");
    const dancer = "Zara Mukadem (1880–1940) was a Danish dancer.";
    expect(identify([banker, dancer], zara).verdict).toBe("ambiguous");
  });
});
