import { CorpusError, type CorpusText, loadCorpus, parseCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { rankCorpus } from "@plumbline/sandbox/corpus/rank.ts";
import { describe, expect, it } from "vitest";

const corpus = loadCorpus();

const topicOf = (text: CorpusText) => text.id.replace(/-\d+$/, "");
const hostOf = (text: CorpusText) => new URL(text.url).hostname;
const registrableDomainOf = (text: CorpusText) => hostOf(text).split(".").slice(-2).join(".");
const textsOf = (topic: string) => corpus.filter((text) => topicOf(text) === topic);
const topics = [...new Set(corpus.map(topicOf))];
const pairs = corpus.flatMap((one, index) => corpus.slice(index + 1).map((other) => ({ one, other })));
const rankedTopics = (query: string, limit: number) =>
  rankCorpus(corpus, query, limit).map(({ text }) => topicOf(text));

function fiveGrams(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(4).map((_, index) => words.slice(index, index + 5).join(" ")));
}

function sharedFiveGrams(one: string, other: string): number {
  const [first, second] = [fiveGrams(one), fiveGrams(other)];
  const shared = [...first].filter((gram) => second.has(gram)).length;
  return shared / Math.min(first.size, second.size);
}

describe("the bundled corpus", () => {
  it("has 64 texts on 21 topics, three or four a topic", () => {
    expect(corpus).toHaveLength(64);
    expect(topics).toHaveLength(21);
    expect(topics.map((topic) => textsOf(topic).length).filter((count) => count !== 3)).toEqual([4]);
  });

  it.each(corpus)("$id has a normalised URL on a host reserved for examples", (text) => {
    expect(new URL(text.url).href).toBe(text.url);
    expect(text.url).toMatch(/^https:/);
    expect(hostOf(text)).toMatch(/(^|\.)example(\.(com|net|org))?$/);
  });

  it.each(corpus)("$id has 60 to 120 words in composed Unicode without stray space", ({ title, text }) => {
    const words = text.split(" ").length;
    expect(words).toBeGreaterThanOrEqual(60);
    expect(words).toBeLessThanOrEqual(120);
    expect(`${title}\n${text}`).toBe(`${title}\n${text}`.normalize("NFC"));
    expect(text).toMatch(/^\S+( \S+)+\.$/);
  });

  it.each(topics)("%s is covered by at least three registrable domains", (topic) => {
    expect(new Set(textsOf(topic).map(registrableDomainOf)).size).toBeGreaterThanOrEqual(3);
  });

  it("has one text that stands on two domains, and otherwise no near-duplicates", () => {
    const repeated = pairs.filter(({ one, other }) => one.text === other.text);
    expect(repeated.map(({ one, other }) => [one.id, other.id])).toEqual([["euro-2024-1", "euro-2024-2"]]);
    expect(repeated.map(({ one, other }) => registrableDomainOf(one) === registrableDomainOf(other))).toEqual(
      [false],
    );

    const alike = pairs.filter(
      ({ one, other }) => one.text !== other.text && sharedFiveGrams(one.text, other.text) > 0.3,
    );
    expect(alike.map(({ one, other }) => [one.id, other.id])).toEqual([]);
  });

  it("tells of two people called Steve McQueen, with and without a qualifier in the title", () => {
    for (const topic of ["steve-mcqueen-actor", "steve-mcqueen-director"]) {
      const titles = textsOf(topic).map((text) => text.title);
      expect(titles).toContain("Steve McQueen");
      expect(titles.some((title) => /^Steve McQueen \(\w+\)$/.test(title))).toBe(true);
    }
  });
});

describe("parseCorpus", () => {
  const text = {
    id: "a-1",
    url: "https://almanac.example/a",
    title: "A",
    text: "A is a letter.",
    published: "2024-02-29",
  };

  it("reads texts with and without a date", () => {
    const { published: _, ...undated } = { ...text, id: "a-2", url: "https://archive.example.org/a" };
    expect(parseCorpus(JSON.stringify([text, undated]))).toEqual([text, undated]);
  });

  it.each([
    ["[", "the corpus is not JSON"],
    ["{}", "the corpus is not an array"],
    ["[null]", "entry 0 is not an object"],
    [JSON.stringify([{ ...text, author: "A" }]), "entry 0: unknown field author"],
    [JSON.stringify([{ ...text, title: " " }]), "entry 0: title is not a text"],
    [JSON.stringify([{ ...text, text: 1 }]), "entry 0: text is not a text"],
    [JSON.stringify([{ ...text, url: "/a" }]), "entry 0: url is not absolute"],
    [JSON.stringify([{ ...text, published: "2024-02-31" }]), "entry 0: published is not a date"],
    [JSON.stringify([{ ...text, published: "May 2024" }]), "entry 0: published is not a date"],
    [JSON.stringify([text, { ...text, url: "https://almanac.example/b" }]), "id a-1 is used twice"],
    [JSON.stringify([text, { ...text, id: "a-2" }]), "url https://almanac.example/a is used twice"],
  ])("refuses %s", (json, message) => {
    expect(() => parseCorpus(json)).toThrow(new CorpusError(message));
  });
});

describe("rankCorpus", () => {
  it.each([
    ["Who was Ada Lovelace?", "ada-lovelace"],
    ["tell me about marie curie's life", "marie-curie"],
    ["what did GRACE HOPPER do for programming languages", "grace-hopper"],
    ["Katalin Kariko mRNA research", "katalin-kariko"],
    ["Alan Turing Bletchley Park Enigma", "alan-turing"],
    ["When did Wangari Maathai found the Green Belt Movement?", "wangari-maathai"],
    ["Ramanujan taxi number 1729", "srinivasa-ramanujan"],
    ["photo 51 and Rosalind Franklin", "rosalind-franklin"],
    ["nelson mandela prison release date", "nelson-mandela"],
    ["Who invented the World Wide Web, Tim Berners-Lee?", "tim-berners-lee"],
    ["CERN Large Hadron Collider Higgs boson", "cern"],
    ["Doctors Without Borders Medecins Sans Frontieres", "medecins-sans-frontieres"],
    ["mozilla foundation and the firefox browser", "mozilla-foundation"],
    ["Paris 2024 Olympics opening ceremony and champions", "paris-2024-olympics"],
    ["total solar eclipse April 2024 path", "solar-eclipse-2024"],
    ["Who won the Euro 2024 final, Spain or England?", "euro-2024"],
    ["when was the James Webb telescope launched", "james-webb-space-telescope"],
    ["Steve McQueen actor Bullitt", "steve-mcqueen-actor"],
    ["Steve McQueen British director 12 Years a Slave", "steve-mcqueen-director"],
  ])("finds three texts of the right topic for %j", (query, topic) => {
    expect(rankedTopics(query, 3)).toEqual([topic, topic, topic]);
  });

  it.each([
    ["Kariko", "katalin-kariko"],
    ["karikó", "katalin-kariko"],
    ["FRONTIÈRES", "medecins-sans-frontieres"],
    ["Frontieres", "medecins-sans-frontieres"],
  ])("finds the name %j with and without its accents", (query, topic) => {
    expect(rankedTopics(query, 3)).toEqual([topic, topic, topic]);
  });

  it.each([
    ["Han Kang Nobel Prize in Literature", "nobel-prizes-2024-3"],
    ["Geoffrey Hinton machine learning", "nobel-prizes-2024-2"],
    ["Claudia Goldin economics women labour market", "nobel-prizes-2023-3"],
    ["Ada programming language named after", "ada-lovelace-3"],
  ])("puts the text that answers %j first", (query, id) => {
    expect(rankCorpus(corpus, query, 1).map(({ text }) => text.id)).toEqual([id]);
  });

  it("finds both people for a shared name", () => {
    const found = rankedTopics("Who is Steve McQueen?", 6);
    expect(found.filter((topic) => topic === "steve-mcqueen-actor")).toHaveLength(3);
    expect(found.filter((topic) => topic === "steve-mcqueen-director")).toHaveLength(3);
  });

  it.each(["Zorblax Quimby", "Who is Zorblax Quimby?", "who was that and what did they do", "?!", ""])(
    "finds nothing for %j",
    (query) => {
      expect(rankCorpus(corpus, query, 20)).toEqual([]);
    },
  );

  it("finds no text bearing a made-up name when other words of the query are common", () => {
    const found = rankCorpus(corpus, "Zorblax Quimby Nobel Prize in Physics", 20);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ text }) => /zorblax|quimby/i.test(`${text.title} ${text.text}`))).toEqual([]);
  });

  it("orders by falling score, equal scores by id, whatever the order of the texts", () => {
    const query = "Euro 2024 final Mikel Oyarzabal";
    const found = rankCorpus(corpus, query, 64);
    expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
    expect(found.slice(0, 2).map(({ text }) => text.id)).toEqual(["euro-2024-1", "euro-2024-2"]);
    expect(rankCorpus(corpus.toReversed(), query, 64)).toEqual(found);
  });

  it("returns at most the limit, the best ones", () => {
    const all = rankCorpus(corpus, "Nobel Prize", 64);
    expect(all.length).toBeGreaterThan(5);
    expect(rankCorpus(corpus, "Nobel Prize", 5)).toEqual(all.slice(0, 5));
    expect(rankCorpus(corpus, "Nobel Prize", 0)).toEqual([]);
  });

  it("weighs a rare word more than a common one, and a short text more than a long one", () => {
    const sky = (id: string, text: string) => ({
      id,
      url: `https://almanac.example/${id}`,
      title: "Sky",
      text,
    });
    const texts = [
      sky("sky-1", "Stars slowly turn above our heads."),
      sky("sky-2", "Comets slowly turn above our heads."),
      sky("sky-3", "Stars turn."),
    ];
    const ids = (query: string) => rankCorpus(texts, query, 3).map(({ text }) => text.id);
    expect(rankCorpus(texts.slice(0, 2), "stars comets", 2).map(({ text }) => text.id)).toEqual([
      "sky-1",
      "sky-2",
    ]);
    expect(ids("stars comets")[0]).toBe("sky-2");
    expect(ids("stars")).toEqual(["sky-3", "sky-1"]);
  });

  it("counts a word of the title twice", () => {
    const base = { url: "https://almanac.example/x", published: "2024-01-01" };
    const inTitle = { ...base, id: "x-2", title: "Comets", text: "Ice and dust." };
    const inText = { ...base, id: "x-1", title: "Dust", text: "Ice and comets." };
    expect(rankCorpus([inText, inTitle], "comets", 2).map(({ text }) => text.id)).toEqual(["x-2", "x-1"]);
  });
});
