import { askForNearName, listNearNames } from "@plumbline/core/text/near-names.ts";
import { expect, test } from "vitest";

const NAMES = ["email_send", "email_search", "chatapp_dm", "chatapp_post_channel", "social_post:network"];

test.each([
  ["a letter too few", "emai_send", "email_send"],
  ["a letter too many", "chatapp_dmm", "chatapp_dm"],
  ["words in another order", "send_email", "email_send"],
  ["another mark between words", "chatapp-dm", "chatapp_dm"],
  ["the spelling of models, with a slip", "social_pst__network", "social_post:network"],
  ["capitals", "EMAIL_SEARCH", "email_search"],
])("%s: the name that was meant comes first", (_what, wanted, meant) => {
  expect(listNearNames(wanted, NAMES)[0]).toBe(meant);
});

test("a word of its description makes a name nearer, and one of the name counts more", () => {
  const describe = (name: string) => (name.startsWith("chatapp") ? "Posts in a channel of Slack." : "");
  const names = ["http_post_json", ...NAMES];
  expect(listNearNames("slack_post", names, describe)[0]).toBe("chatapp_post_channel");
  expect(listNearNames("slack", names, describe)).toEqual(["chatapp_dm", "chatapp_post_channel"]);
});

test("at most three names are near, and a stranger is near none", () => {
  expect(listNearNames("post", ["post_a", "post_b", "post_c", "post_d"])).toHaveLength(3);
  expect(listNearNames("weather", NAMES)).toEqual([]);
  expect(listNearNames("", NAMES)).toEqual([]);
});

test("the question names them all, or is left out", () => {
  expect(askForNearName("chatapp", NAMES)).toBe(" Did you mean chatapp_dm or chatapp_post_channel?");
  expect(askForNearName("weather", NAMES)).toBe("");
});
