import { countAsked, countCalls } from "@plumbline/client/count-asked.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { service, serviceUrl } from "../../app/api.ts";
import type { ConsolePage } from "../../app/console-page.ts";
import { linkTo, linkToList } from "../../app/route.ts";
import { hasScope, visitState } from "../../app/visit-state.ts";
import { waitingCalls } from "../../app/waiting-calls.ts";
import { Badge } from "../../parts/badge.tsx";
import { Loading } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { ProblemBanner } from "../../parts/problem-banner.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { ExampleCall, mayTryExample } from "../approvals/example-call.tsx";
import { durationWords } from "../calls/call-outcome.tsx";
import { countRisenRefusals } from "../calls/refusals.ts";
import { Composer } from "../chat/composer.tsx";
import { needsRenewal } from "../connections/needs-renewal.ts";
import { needsAttention } from "../watches/watch-needs.ts";

/** Shows what needs somebody, and today's figures. */
export const homePage: ConsolePage = {
  path: "home",
  title: "Home",
  icon: "home",
  group: "Start",
  needs: ["credentials:read", "watches:read", "calls:read"],
  Body: HomePage,
};

/** Records to look through of each kind. */
const MAX_COUNTED = 100;

interface Loaded {
  accounts: readonly Schemas["Credential"][];
  watches: readonly Schemas["Watch"][];
  approvals: readonly Schemas["Approval"][];
  days: readonly Schemas["UsageRow"][];
  /** Set if there are more accounts or watches than were read. */
  hasMore: boolean;
}

async function loadHome(signal: AbortSignal): Promise<Loaded> {
  const page = { params: { query: { limit: MAX_COUNTED } }, signal };
  const days = { params: { query: { group: "day" } }, signal };
  const [accounts, watches, approvals, usage] = await Promise.all([
    hasScope("credentials:read") ? service.GET("/api/v1/credentials", page) : undefined,
    hasScope("watches:read") ? service.GET("/api/v1/watches", page) : undefined,
    mayTryExample() ? service.GET("/api/v1/approvals", page) : undefined,
    hasScope("calls:read") ? service.GET("/api/v1/usage", days) : undefined,
  ]);
  return {
    accounts: accounts?.data.items ?? [],
    watches: watches?.data.items ?? [],
    approvals: approvals?.data.items ?? [],
    days: usage?.data.items ?? [],
    hasMore: [accounts, watches].some((list) => typeof list?.data.next_cursor === "string"),
  };
}

function HomePage(): JSX.Element {
  const { value, problem, reload } = useLoaded(loadHome);
  return (
    <>
      <PageHead title="Home" lead="What needs attention, and today's activity." />
      {hasScope("agent") && <Composer isAside />}
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {!value && problem === undefined && <Loading />}
      {value && <Needs {...value} />}
      {value && <FirstSteps {...value} />}
      {value && hasScope("calls:read") && <Today days={value.days} />}
    </>
  );
}

/** Lists what waits for a person, each with a link to the page where it is settled. */
function Needs({ accounts, watches, days, hasMore }: Loaded): JSX.Element {
  const renewals = accounts.filter(needsRenewal).length;
  const stuck = watches.filter(needsAttention).length;
  const refusals = countRisenRefusals(days, today());
  const needs = [
    [waitingCalls.value, "a call needs approval", "calls need approval", "approvals", {}],
    [renewals, "an account needs attention", "accounts need attention", "connections", ATTENTION],
    [stuck, "a watch needs attention", "watches need attention", "watches", ATTENTION],
    [refusals, "", "calls were refused today, more than usual", "calls", { outcome: "refused" }],
  ] as const;
  const open = needs.filter(([count]) => count !== 0 && count !== "");
  return (
    <section class="card">
      <h2>Needs attention</h2>
      {open.length === 0 && <p class="soft">Nothing needs your attention.</p>}
      <ul class="plain-list">
        {open.map(([count, one, many, page, filters]) => (
          <li key={page}>
            <Badge tone="wait">{count}</Badge>{" "}
            <a href={linkToList(page, filters)}>{String(count) === "1" ? one : many}</a>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p class="small soft">
          Of accounts and watches, the first {MAX_COUNTED} each were checked. Their lists find all of them.
        </p>
      )}
    </section>
  );
}

const ATTENTION = { state: "attention" };

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Models of the sandbox. */
const SANDBOX_MODELS: readonly string[] = ["assisting", "truthful"];

interface Step {
  isDone: boolean;
  link: JSX.Element;
  /** What the step is good for. */
  gives: string;
  action?: JSX.Element;
}

/** Shows the steps to real data until all of them are done. */
function FirstSteps({ accounts, watches, approvals }: Loaded): JSX.Element | null {
  const state = visitState.value;
  if (state.status !== "signed_in") return null;
  const { sample_tools: samples, models } = state.visit;
  const isReal = ({ usable_for: tools, label }: Schemas["Credential"]) =>
    tools.some((tool) => !samples.includes(tool)) && !(samples.length > 0 && label.startsWith("sandbox"));
  const isModelReal = models.some((id) => !SANDBOX_MODELS.includes(id));
  const steps: readonly (Step | false)[] = [
    mayTryExample() && {
      isDone: approvals.some(({ status }) => status !== "waiting"),
      link: <a href={linkTo("approvals")}>Decide your first approval</a>,
      gives:
        "An agent that has read outside text asks before it writes. The example does both, in the sandbox.",
      ...(waitingCalls.value === "" && { action: <ExampleCall /> }),
    },
    {
      isDone: accounts.some(isReal),
      link: <a href={linkTo("connections")}>Connect a real account</a>,
      gives: "Agents then read and write there. Nothing that you have not allowed is sent.",
    },
    {
      isDone: isModelReal,
      link: <a href={serviceUrl("/docs/quickstart#a-real-model")}>Choose a real model</a>,
      gives: "The chat then understands any request, not only the examples.",
    },
    {
      isDone: watches.some(({ source }) => !isLocal(source)),
      link: <a href={linkTo("watches")}>Watch a real feed or an inbox</a>,
      gives: "You and your webhook then learn of each new item within minutes.",
    },
  ];
  const shown = steps.filter((step) => step !== false);
  if (shown.every(({ isDone }) => isDone)) return null;
  return (
    <section class="card">
      <h2>First steps</h2>
      <ul class="plain-list">
        {shown.map(({ isDone, link, gives, action }) => (
          <li key={gives}>
            <Badge tone={isDone ? "good" : "neutral"}>{isDone ? "done" : "to do"}</Badge> {link}
            {!isDone && <div class="small soft">{gives}</div>}
            {!isDone && action}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whether a feed is served by this machine, such as the sandbox's. */
function isLocal(source: Schemas["Watch"]["source"]): boolean {
  return source.type === "approvals" || (source.type === "feed" && source.url.includes("//127.0.0.1"));
}

function Today({ days }: Pick<Loaded, "days">): JSX.Element {
  const row = days.find(({ day }) => day === today());
  const { ok = 0, refused = 0, failed = 0, unknown = 0, median_ms: median = null } = row ?? {};
  const calls = row ? countCalls(row) : 0;
  const asked = row ? countAsked(row) : 0;
  return (
    <section class="today">
      <h2>Today</h2>
      <Facts
        facts={[
          [
            "Calls",
            <a key="calls" href={linkTo("calls")}>
              {calls.toLocaleString("en")}
            </a>,
          ],
          ["Done", ok.toLocaleString("en")],
          ["Asked who is meant", row?.errors.research_ambiguous_name],
          ["Refused", refused - asked],
          ["Failed", failed],
          ["Unknown outcome", unknown > 0 && unknown],
          ["Median time", median === null ? "—" : durationWords(median)],
        ]}
      />
    </section>
  );
}
