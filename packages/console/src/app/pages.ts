import { approvalsPage } from "../pages/approvals/approvals-page.tsx";
import { auditPage, operatorAuditPage } from "../pages/audit/audit-page.tsx";
import { callsPage } from "../pages/calls/calls-page.tsx";
import { chatPage } from "../pages/chat/chat-page.tsx";
import { connectionsPage } from "../pages/connections/connections-page.tsx";
import { keysPage } from "../pages/keys/keys-page.tsx";
import { researchPage } from "../pages/research/research-page.tsx";
import { tenantsPage } from "../pages/tenants/tenants-page.tsx";
import { toolsPage } from "../pages/tools/tools-page.tsx";
import { watchesPage } from "../pages/watches/watches-page.tsx";
import type { ConsolePage } from "./console-page.ts";

/** Every page, in the order of the navigation. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  chatPage,
  researchPage,
  connectionsPage,
  toolsPage,
  approvalsPage,
  watchesPage,
  callsPage,
  keysPage,
  auditPage,
  tenantsPage,
  operatorAuditPage,
];
