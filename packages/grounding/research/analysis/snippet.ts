/** One quote of one search result, its text clean (see `cleanText`); `domain` is the host name without `www.`. */
export interface Snippet {
  url: string;
  title: string;
  text: string;
  domain: string;
}
