/** An engine that did not answer, and the reason. */
export type UnresponsiveEngine = readonly [engine: string, reason: string];

/** One result of backend C, without the fields that are the same for all results. */
export interface SearchCResult {
  readonly url: string;
  readonly title: string;
  readonly content: string;
  readonly score: number;
  /** ISO date and time. */
  readonly publishedDate?: string;
}

/** A fact box about the subject. */
export interface SearchCInfobox {
  readonly title: string;
  readonly content: string;
  /** The page that the box quotes. */
  readonly url: string;
  /** Another page that the box links to. Defaults to `url`. */
  readonly officialSite?: string;
}

/** A direct answer to the question, from the page at `url`. */
export interface SearchCDirectAnswer {
  readonly url: string;
  readonly answer: string;
}

/** The parts of a response of backend C. */
export interface SearchCAnswerParts {
  readonly query: string;
  readonly results?: readonly SearchCResult[];
  readonly infoboxes?: readonly SearchCInfobox[];
  readonly answers?: readonly SearchCDirectAnswer[];
  readonly unresponsiveEngines?: readonly UnresponsiveEngine[];
}

/** Returns a response in the format of SearXNG. Newer versions no longer have `number_of_results`. */
export function searchCAnswer({
  query,
  results = [],
  infoboxes = [],
  answers = [],
  unresponsiveEngines = [],
}: SearchCAnswerParts) {
  return {
    query,
    results: results.map(describeResult),
    answers: answers.map(describeAnswer),
    corrections: [],
    infoboxes: infoboxes.map(describeInfobox),
    suggestions: [],
    unresponsive_engines: unresponsiveEngines,
  };
}

function describeResult({ url, title, content, score, publishedDate }: SearchCResult, index: number) {
  const { protocol, host, pathname } = new URL(url);
  return {
    url,
    title,
    content,
    publishedDate: publishedDate ?? null,
    thumbnail: "",
    engine: "sandbox",
    template: "default.html",
    parsed_url: [protocol.slice(0, -1), host, pathname, "", "", ""],
    img_src: "",
    priority: "",
    engines: ["sandbox"],
    positions: [index + 1],
    score,
    category: "general",
  };
}

function describeAnswer({ url, answer }: SearchCDirectAnswer) {
  return { url, answer, template: "answer/legacy.html", engine: "sandbox", parsed_url: null };
}

function describeInfobox({ title, content, url, officialSite = url }: SearchCInfobox) {
  return {
    infobox: title,
    id: url,
    content,
    img_src: null,
    urls: [{ title: "Official website", url: officialSite }],
    attributes: [],
    engine: "sandbox",
    engines: ["sandbox"],
  };
}
