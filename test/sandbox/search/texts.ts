import type { CorpusText } from "@plumbline/sandbox/corpus/corpus.ts";

/**
 * Texts of the search tests: two about one subject, one with markup characters, and one that shares nothing.
 */
export const texts: readonly CorpusText[] = [
  {
    id: "rivers-1",
    url: "https://almanac.example/rivers/elbe?lang=en&view=full",
    title: "The Elbe's course",
    text:
      "The Elbe rises in the Giant Mountains. It passes Dresden and Hamburg. Dr. J. Falk measured its depth in 1901. " +
      "The Elbe carries barges & ferries. Its mouth lies at Cuxhaven. The tide is felt as far as Geesthacht. " +
      "The Elbe is about 1,091 kilometres long.",
    published: "2024-10-08",
  },
  {
    id: "rivers-2",
    url: "https://archive.example.org/elbe",
    title: "Elbe",
    text: "The Elbe is a river of central Europe. It flows into the North Sea.",
  },
  {
    id: "kites",
    url: "https://newsdesk.example/kites",
    title: "Kites",
    text: 'A kite needs <wind> and a "tail". Nobody\'s kite flies without a line.',
  },
];
