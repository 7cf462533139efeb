import { fitQuery } from "../../text/fit-query.ts";
import { askBackend, type BackendConnection, failureFromStatus } from "./backend-exchange.ts";
import { readResultPage } from "./result-page.ts";
import { BackendFailure, type SearchBackend } from "./search-backend.ts";
import { searchHits } from "./search-hit.ts";
import { withoutOperators } from "./search-operators.ts";

const NAME = "search_d";
const QUERY_LIMITS = { characters: 499 };
/** The page answers browsers only. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/** The HTML page of a public search, for development: brittle, blocked at will, in the markup of DuckDuckGo's page without scripts. */
export function createSearchD(connection: BackendConnection): SearchBackend {
  return {
    name: NAME,
    async search(call) {
      const url = new URL(connection.baseUrl);
      const response = await askBackend(NAME, connection.http, call, {
        method: "POST",
        url,
        headers: {
          accept: "text/html",
          "content-type": "application/x-www-form-urlencoded",
          "user-agent": USER_AGENT,
          referer: url.href,
        },
        body: new URLSearchParams({
          q: fitQuery(withoutOperators(call.query), QUERY_LIMITS),
          b: "",
          kl: "wt-wt",
        }).toString(),
      });
      if (!response.ok) throw failureFromStatus(NAME, response.status);
      const page = readResultPage(response.text(), url.href);
      if (page.kind === "blocked") throw new BackendFailure(NAME, "blocked by a challenge page");
      if (page.kind === "unknown")
        throw new BackendFailure(NAME, "answered a page that is not a list of results");
      return { hits: searchHits(page.hits), notes: [] };
    },
  };
}
