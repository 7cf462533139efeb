import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { approvalsPage } from "../pages/approvals/approvals-page.tsx";
import { auditPage, operatorAuditPage } from "../pages/audit/audit-page.tsx";
import { callsPage } from "../pages/calls/calls-page.tsx";
import { chatPage } from "../pages/chat/chat-page.tsx";
import { connectionsPage } from "../pages/connections/connections-page.tsx";
import { homePage } from "../pages/home/home-page.tsx";
import { keysPage } from "../pages/keys/keys-page.tsx";
import { researchPage } from "../pages/research/research-page.tsx";
import { runPage } from "../pages/runs/run-page.tsx";
import { tenantsPage } from "../pages/tenants/tenants-page.tsx";
import { toolsPage } from "../pages/tools/tools-page.tsx";
import { watchesPage } from "../pages/watches/watches-page.tsx";
import { Badge } from "../parts/badge.tsx";
import { Brand } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";
import { describeKey } from "../parts/key-words.ts";
import { PageHead, shownTitle } from "../parts/page-head.tsx";
import { serviceUrl } from "./api.ts";
import { type ConsolePage, PAGE_GROUPS } from "./console-page.ts";
import { linkTo, place } from "./route.ts";
import { chooseTheme, type Theme, theme } from "./theme.ts";
import { signOut } from "./visit.ts";
import type { Visit } from "./visit-state.ts";
import { followWaitingCalls, waitingCalls } from "./waiting-calls.ts";

/** Every page, in the order of the navigation. */
const CONSOLE_PAGES: readonly ConsolePage[] = [
  homePage,
  chatPage,
  researchPage,
  connectionsPage,
  toolsPage,
  approvalsPage,
  watchesPage,
  callsPage,
  keysPage,
  auditPage,
  runPage,
  tenantsPage,
  operatorAuditPage,
];

/** Renders the frame around every page, with the navigation beside it, or above it on a phone. */
export function Shell({ visit }: { visit: Visit }): JSX.Element {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const pages = CONSOLE_PAGES.filter((page) => mayOpen(page, visit));
  const { page: path } = place.value;
  const current = path === "" ? pages[0] : pages.find((page) => page.path === path);
  const main = useRef<HTMLElement>(null);
  const title = shownTitle.value ?? current?.title ?? "Not found";

  const mayDecide = pages.includes(approvalsPage);

  useEffect(() => (mayDecide ? followWaitingCalls() : undefined), [mayDecide]);
  useEffect(() => {
    const waiting = waitingCalls.value;
    document.title = `${waiting && `(${waiting}) `}${title} · Plumbline`;
  }, [title, waitingCalls.value]);
  useEffect(() => setMenuOpen(false), [path]);

  return (
    <div class="shell">
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        Skip to main content
      </button>
      <header class="top-bar">
        <button
          type="button"
          class="icon-button"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? "close" : "menu"} />
          <span class="visually-hidden">Menu</span>
        </button>
        <Brand />
        <SampleData tools={visit.sample_tools} />
      </header>
      <aside class={isMenuOpen ? "side open" : "side"} id="navigation" aria-label="Plumbline">
        <Brand />
        <SampleData tools={visit.sample_tools} />
        <nav aria-label="Pages">
          {PAGE_GROUPS.map((group) => (
            <PageGroup
              key={group}
              name={group}
              pages={pages.filter((page) => page.group === group && !page.isUnlisted)}
              current={current}
            />
          ))}
        </nav>
        <VisitCard visit={visit} />
      </aside>
      {isMenuOpen && (
        <button type="button" class="side-shade" onClick={() => setMenuOpen(false)}>
          <span class="visually-hidden">Close the menu</span>
        </button>
      )}
      <main id="main" tabIndex={-1} ref={main}>
        {current ? <current.Body key={current.path} /> : <NotFound />}
      </main>
    </div>
  );
}

/** Says that providers run on the service's own machine, as the sandbox's do. */
function SampleData({ tools }: { tools: readonly string[] }): JSX.Element | null {
  if (tools.length === 0) return null;
  return (
    <p class="sample-data" title={`Simulated providers: ${tools.join(", ")}`}>
      Sample data
    </p>
  );
}

interface PageGroupProps {
  name: string;
  pages: readonly ConsolePage[];
  current: ConsolePage | undefined;
}

function PageGroup({ name, pages, current }: PageGroupProps): JSX.Element | null {
  if (pages.length === 0) return null;
  return (
    <>
      <h2 class="nav-group">{name}</h2>
      <ul class="nav-list">
        {pages.map((page) => (
          <li key={page.path}>
            <a href={linkTo(page.path)} aria-current={page === current ? "page" : undefined}>
              <Icon name={page.icon} />
              {page.title}
              {page.waiting?.value && (
                <Badge tone="wait">
                  {page.waiting.value}
                  <span class="visually-hidden"> waiting</span>
                </Badge>
              )}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function mayOpen({ needs }: ConsolePage, { role, scopes }: Visit): boolean {
  if (needs === "operator") return role === "operator";
  return [needs].flat().some((scope) => scopes.includes(scope));
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ["system", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Shows the signed-in user, the choice of colours and the sign-out. */
function VisitCard({ visit }: { visit: Visit }): JSX.Element {
  return (
    <div class="visit-card">
      <p class="visit-who">
        <span title={visit.key_id}>{describeKey(visit)}</span>{" "}
        <Badge tone={visit.role === "operator" ? "accent" : "neutral"}>
          {visit.role === "operator" ? "Operator" : visit.read_only ? "Read-only" : "Tenant key"}
        </Badge>
      </p>
      <label class="theme-choice">
        <span class="visually-hidden">Colours</span>
        <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}>
          {THEMES.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p class="visit-links">
        <a href={serviceUrl("/docs")}>Docs</a>
        <button type="button" class="link" onClick={() => void signOut()}>
          Sign out
        </button>
      </p>
    </div>
  );
}

function NotFound(): JSX.Element {
  return (
    <PageHead
      title="Page not found"
      lead="It does not exist, or your key may not open it. Choose a page from the menu."
    />
  );
}
