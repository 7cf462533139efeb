import type { Page } from "../outcome-of.ts";

/**
 * Pages about an invented engineer, written so that every kind of fact that the guard compares is in them.
 */
export const PAGES: readonly Page[] = [
  {
    title: "Nora Vance",
    url: "https://lives.example/nora-vance",
    text:
      "Nora Vance (12 March 1871 – 4 May 1932) was a Norwegian engineer, inventor and politician. " +
      "She was the third of five children of the painter Olav Vance and his wife Ingrid. " +
      "Vance studied mechanics in Bergen and graduated with honours in 1893. " +
      "In 1897 she married Henrik Dahl, whom she had met in Oslo; they had two daughters. " +
      "She founded the company Nordlys, which employed twenty-one people in 1901 and three hundred and forty in 1912.",
  },
  {
    title: "The Skarven dispute",
    url: "https://history.example/skarven",
    text:
      "In 1908 Nora Vance sued Emil Thorsen over the patent of the Skarven turbine. " +
      "Thorsen denied that he had copied her drawings. " +
      "The court acquitted Thorsen of fraud but ordered him to pay 1.2 million kroner. " +
      "Vance did not appeal against the judgment. " +
      "Thorsen, who later became a minister, never apologised.",
  },
  {
    title: "Nordlys – company history",
    url: "https://nordlys.example/history",
    text:
      "Nordlys was sold to BergTek AS in 1919 for two million two hundred thousand kroner. " +
      "Its first turbine weighed 4.5 tonnes and delivered 35 kilowatts. " +
      "About 60% of the shares belonged to Vance, 25% to her husband and the rest to the bank. " +
      "The factory in Drammen burned down on the night of 9 November 1923, and nobody was hurt. " +
      "It was rebuilt within eighteen months.",
  },
  {
    title: "Parliament, 1922–1927",
    url: "https://parliament.example/1922",
    text:
      "Nora Vance was elected to parliament in October 1922 with 8,412 votes, ahead of Karl Moen, who received 7,980. " +
      "She proposed a law on the safety of machines, which was rejected in 1924 and passed in 1926. " +
      "Moen criticised the law as too expensive. " +
      "She was the first woman to lead the committee for industry. " +
      "Vance left parliament because of illness.",
  },
  {
    title: "ノーラ・ヴァンス",
    url: "https://ja.example/nora",
    text: "ノーラ・ヴァンスはノルウェーの技術者である。 The eBok archive of NTNU keeps her letters. She died in Oslo at the age of 61.",
  },
];

/** Sentences that a model could say of them: some true, some not, some beside the point. */
export const TOLD: readonly string[] = [
  "Nora Vance was a Norwegian engineer, inventor and politician.",
  "Nora Vance was born on 4 May 1932.",
  "Nora Vance (1871–1932) was a Norwegian engineer.",
  "Nora Vance (born 1871) was an inventor.",
  "She died in Oslo at the age of 61.",
  "Nora Vance died at 61.",
  "She was the third of five children.",
  "She was the fifth of three children.",
  "Olav Vance was the son of Nora Vance.",
  "Her mother was Ingrid.",
  "Vance studied mechanics in Bergen.",
  "Vance studied mechanics in Oslo.",
  "In 1893, Vance graduated with honours, after she had studied mechanics.",
  "Henrik Dahl married Nora Vance in 1897.",
  "Henrik Dahl and Nora Vance divorced in 1897.",
  "She met Henrik Dahl in Oslo and had two daughters with him.",
  "They had three daughters.",
  "The company Nordlys was founded by Nora Vance.",
  "Nordlys employed 21 people in 1901.",
  "Nordlys employed 340 people in 1912.",
  "Nordlys employed three hundred and forty people in 1901.",
  "Emil Thorsen sued Nora Vance in 1908.",
  "Emil Thorsen was sued by Nora Vance over a patent.",
  "Thorsen denied that he had copied her drawings.",
  "Thorsen had copied her drawings.",
  "The court convicted Thorsen of fraud.",
  "Thorsen was ordered to pay 1,200,000 kroner.",
  "Thorsen was ordered to pay 1.2 million dollars.",
  "Vance appealed against the judgment.",
  "Thorsen later became a minister.",
  "Thorsen never apologised.",
  "BergTek AS bought Nordlys in 1919.",
  "BergTek AS was sold to Nordlys in 1919.",
  "Nordlys was sold for 2,200,000 kroner in 1919.",
  "Nordlys was sold for two million kroner.",
  "The first turbine weighed 4.5 kilograms.",
  "The second turbine delivered 35 kilowatts.",
  "About 60% of the shares belonged to Vance.",
  "About 25% of the shares belonged to Vance.",
  "Sixty per cent of the shares belonged to Vance.",
  "The factory in Drammen burned down on 9 November 1923.",
  "The factory in Drammen burned down on November 10, 1923.",
  "Nobody was hurt when the factory in Drammen burned down.",
  "The factory was rebuilt within eight months.",
  "Nora Vance was elected to parliament in 1922 with 8,412 votes.",
  "Karl Moen was elected to parliament in October 1922.",
  "Karl Moen received 8,412 votes, ahead of Nora Vance.",
  "The law on the safety of machines was rejected in 1926.",
  "Her law was rejected in 1924, and it passed in 1926.",
  "Vance criticised the law as too expensive.",
  "She was the first woman to lead the committee for industry.",
  "She was the first woman in parliament.",
  "Vance left parliament because of illness.",
  "Vance left parliament because of a scandal.",
  "The eBok archive of NTNU keeps her letters.",
  "The iBok archive of NTNU keeps her letters.",
  "ノーラ・ヴァンスはノルウェーの技術者である。",
  "ノーラ・ヴァンスは詐欺で有罪となった。",
  "Nora Vance was an engineer, and she was a politician, and Thorsen was a minister.",
  "Nora Vance was an engineer who founded Nordlys, which was sold in 1919 while she sat in parliament.",
  "According to the sources, Nora Vance was a Norwegian engineer [1].",
  "Passage 4 says that Moen criticised the law as too expensive.",
  "**Nora Vance** was a *Norwegian engineer*.",
  "- Career: Vance studied mechanics in Bergen.",
  "1. Nora Vance sued Emil Thorsen over the patent of the Skarven turbine.",
  "Here is what I found about Nora Vance:",
  "Nora Vance's career can be summed up as follows:",
  "The sources do not say who painted her portrait.",
  "Overall, Nora Vance was one of the greatest engineers of all time.",
  "She is best known for the Skarven turbine.",
  "See https://lives.example/nora-vance for more.",
  "See https://elsewhere.example/nora for more.",
  "Was Nora Vance convicted of fraud?",
  "Nora Vance, Emil Thorsen and Karl Moen were engineers.",
  "Vance owned 60% of Nordlys and her husband 25%.",
  "NORA VANCE WAS CONVICTED OF FRAUD.",
  "Ingrid Dahl was a painter.",
  "He was acquitted of fraud.",
  "The company was sold in 1919.",
  "Nora Vance had five children.",
  "Nora Vance was rejected in 1924.",
  "Vance received 7,980 votes.",
  "Moen was the first woman to lead the committee for industry.",
  "Nordlys burned down in 1923.",
  "The court ordered Vance to pay 1.2 million kroner.",
];

/** Whole answers, whose sentences lean on one another. */
export const ANSWERS: readonly string[] = [
  "Nora Vance was a Norwegian engineer. She studied mechanics in Bergen. In 1897 she married Henrik Dahl.",
  "Emil Thorsen was a minister. She was the first woman to lead the committee for industry. He never apologised.",
  "## Nora Vance\n\n- **Born:** 12 March 1871\n- **Company:** Nordlys, founded by her\n\nIt was rebuilt within eighteen months.",
  "Nordlys was sold to BergTek AS in 1920. Nordlys was sold to BergTek AS in 1919. Nordlys was sold in 1919.",
  "Vance lost her seat in 1927. Moen criticised the law as too costly. Moen criticised the law as too expensive.",
  "[[1]] [[4]] She loved the sea. [[99]]",
  "The court ordered Thorsen to pay 2.2 million kroner, but acquitted him of fraud. Vance did not appeal against it.",
  "It was sold to BergTek AS in 1919. The company employed 21 people in 1901. They had two daughters.",
  "The sources do not say why Vance left parliament. The sources do not say what Nordlys sold.",
];
