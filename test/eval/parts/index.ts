import type { Part } from "../part.ts";
import type { DataFolder } from "../rows.ts";
import { answersParts } from "./answers.ts";
import { claims, webClaims } from "./claims.ts";
import { gateFollowups, questionFollowups } from "./followups.ts";
import { gate } from "./gate.ts";
import { guardClaimParts, guardParts } from "./guard.ts";
import { guardLies } from "./guard-lies.ts";
import { guardSplices } from "./guard-splices.ts";
import { guardSwaps } from "./guard-swaps.ts";
import { mixedPeople, roles, wrongPerson } from "./identity.ts";
import { names } from "./names.ts";
import { places } from "./places.ts";
import { requests } from "./requests.ts";
import { gateTime, guardTime, namesTime, rankingTime } from "./time.ts";
import { waysOfAsking } from "./ways-of-asking.ts";

/** All parts, in the order in which they are run and printed. */
export function partsOf(data: DataFolder): Part[] {
  return [
    gate,
    gateFollowups,
    waysOfAsking,
    requests,
    questionFollowups,
    names,
    roles,
    wrongPerson,
    mixedPeople,
    ...answersParts(data),
    claims,
    webClaims,
    places,
    ...guardParts,
    ...guardClaimParts,
    guardSwaps,
    guardSplices,
    guardLies,
    gateTime,
    namesTime,
    rankingTime,
    guardTime,
  ];
}
