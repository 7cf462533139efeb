import { Feed } from "./feed.ts";

/** A member's token with all scopes. The member also posts for the organization below. */
export const sampleNetworkToken = "network-sandbox-member";

/** A token of the same member that may post but not read the profile. */
export const samplePostingNetworkToken = "network-sandbox-posting";

/** A token of the same member that may read the profile but not post. */
export const sampleReadingNetworkToken = "network-sandbox-reading";

/** An expired token of the same member. */
export const sampleExpiredNetworkToken = "network-sandbox-expired";

export const sampleMemberUrn = "urn:li:person:ada-0815";
export const sampleOrganizationUrn = "urn:li:organization:2414183";

/** Creates an empty feed with one member. */
export function sampleNetworkFeed(): Feed {
  const ada = { memberId: "ada-0815", name: "Ada Lovelace", organizations: ["2414183"] };
  const profile = ["openid", "profile"];
  const posting = ["w_member_social", "w_organization_social"];
  return new Feed({
    [sampleNetworkToken]: { ...ada, scopes: [...profile, ...posting] },
    [samplePostingNetworkToken]: { ...ada, scopes: posting },
    [sampleReadingNetworkToken]: { ...ada, scopes: profile },
    [sampleExpiredNetworkToken]: { ...ada, scopes: profile, refused: "EXPIRED_ACCESS_TOKEN" },
  });
}
