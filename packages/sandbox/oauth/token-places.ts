import { sampleCalendarToken } from "../calendar/sample-accounts.ts";
import { sampleBotToken, sampleUserToken } from "../chatapp/sample-workspace.ts";
import { sampleCrmToken } from "../crm/sample-portal.ts";
import { sampleMicroblogToken } from "../microblog/sample-timeline.ts";
import { sampleNetworkToken } from "../network/sample-feed.ts";
import { sampleNotesToken } from "../notes/sample-workspace.ts";
import type { ProviderServers } from "../provider-servers.ts";
import { sampleOauthToken } from "../tracker/sample-workspace.ts";
import type { TokenPlace, TokenPlaces } from "./issued-tokens.ts";

/**
 * Returns the places that accept tokens: the servers and the mailbox. An issued token grants the same access
 * as a sample token.
 */
export function tokenPlaces(servers: ProviderServers, mailTokens: Set<string>): TokenPlaces {
  const { chatapp, notes, crm, tracker, microblog, network, calendar } = servers;
  const calendarPlace = copying(calendar.accounts.tokens, sampleCalendarToken);
  const mailbox = {
    accept: (token: string) => void mailTokens.add(token),
    refuse: (token: string) => void mailTokens.delete(token),
  };
  return {
    chatapp_bot: copying(chatapp.workspace.tokens, sampleBotToken),
    chatapp_user: copying(chatapp.workspace.tokens, sampleUserToken),
    notes: copying(notes.workspace.tokens, sampleNotesToken),
    crm: copying(crm.portal.tokens, sampleCrmToken),
    tracker: copying(tracker.workspace.tokens, sampleOauthToken),
    microblog: copying(microblog.timeline.tokens, sampleMicroblogToken),
    network: copying(network.feed.tokens, sampleNetworkToken),
    mail_oauth_a: {
      accept(token) {
        mailbox.accept(token);
        calendarPlace.accept(token);
      },
      refuse(token) {
        mailbox.refuse(token);
        calendarPlace.refuse(token);
      },
    },
    mail_oauth_b: mailbox,
  };
}

/**
 * Returns the place of a server's tokens, where a new token is a copy of the sample token at startup.
 * Revoking the sample later does not affect tokens issued afterwards.
 */
function copying<Token extends object>(tokens: Map<string, Token>, sample: string): TokenPlace {
  const known = tokens.get(sample);
  if (known === undefined) throw new Error(`The sample token ${sample} is not known.`);
  const like = { ...known };
  return {
    accept: (token) => void tokens.set(token, { ...like }),
    refuse: (token) => void tokens.delete(token),
  };
}
