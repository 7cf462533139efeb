import { idOrLink, linkAt, pathParts } from "../id-or-link.ts";
import { isUuid } from "./issue-references.ts";

const DOMAINS = ["linear.app"];
const TEAM_KEY = /^[a-z0-9]{1,20}$/i;
const PROJECT_ID = /^[\w-]{1,255}$/;
/** What a project's link ends in, behind its name: https://linear.app/acme/project/relaunch-0123456789ab */
const PROJECT_SLUG = /(?:^|-)([0-9a-f]{12})$/;

/** What stands behind `what` in a link's path, behind the workspace: `/acme/team/ENG/all` → `ENG`. */
function linked(text: string, what: string): string | undefined {
  const link = linkAt(text, DOMAINS);
  const [, found, id] = link ? pathParts(link) : [];
  return found === what ? id : undefined;
}

/** A team, by its UUID, its key or its link. */
export const teamReference = idOrLink((text) => {
  if (isUuid(text) || TEAM_KEY.test(text)) return text;
  const key = linked(text, "team");
  return key !== undefined && TEAM_KEY.test(key) ? key : undefined;
}, "must be a UUID, a team's key such as ENG, or a link such as https://linear.app/acme/team/ENG");

/** A project, by its UUID, its identifier or its link. */
export const projectReference = idOrLink((text) => {
  if (PROJECT_ID.test(text)) return text;
  const slug = linked(text, "project");
  if (slug === undefined || !PROJECT_ID.test(slug)) return undefined;
  return PROJECT_SLUG.exec(slug)?.[1] ?? slug;
}, "must be a UUID, a project's identifier, or a link such as https://linear.app/acme/project/name-0123456789ab");
