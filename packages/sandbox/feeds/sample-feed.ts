import { FeedState } from "./feed-state.ts";

/**
 * Creates the notices of a fictional observatory: three items, one of them with markup and one with non-ASCII
 * characters.
 */
export function sampleFeed(): FeedState {
  return new FeedState("Harbour Observatory", "https://observatory.example/notices/", [
    {
      slug: "dome-reopens",
      title: "The dome reopens & the queue is short",
      summary: "<p>After <b>nine weeks</b> of repairs the large dome opens again.</p>",
      publishedAt: "2025-12-20T18:30:00Z",
      author: "Ines Okafor",
      categories: ["Visits", "Repairs"],
    },
    {
      slug: "comet",
      title: "Комета над гаванью",
      summary: "Видна перед рассветом до конца недели.",
      publishedAt: "2025-12-12T05:10:00Z",
      author: "Ines Okafor",
      categories: ["Sky"],
    },
    {
      slug: "winter-hours",
      title: "Winter hours",
      summary: "Open from Thursday to Sunday until the end of February.",
      publishedAt: "2025-11-30T09:00:00Z",
    },
  ]);
}
