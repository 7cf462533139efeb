import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { type CrmServer, startCrm } from "@plumbline/sandbox/crm/crm.ts";
import { sampleCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { type AdapterUnderTest, startAdapterUnderTest } from "../adapter-under-test.ts";

/** The sandbox CRM, a service that speaks to it, and a tenant with one connection to it. */
export interface CrmUnderTest extends AdapterUnderTest {
  crm: CrmServer;
  credentialId: string;
  /** `crm_upsert_contact`; one contact when not told otherwise. */
  upsert(contacts?: unknown, more?: Record<string, unknown>): Promise<DispatchResult>;
}

export const ADA = { email: "ada@example.com", properties: { firstname: "Ada" } };

export async function startCrmUnderTest(clock = new ManualClock()): Promise<CrmUnderTest> {
  const crm = await startCrm();
  const under = await startAdapterUnderTest({ clock, endpoints: { crm: { baseUrl: crm.url } } });
  return {
    ...under,
    crm,
    credentialId: await under.connect({ kind: "crm", token: sampleCrmToken }),
    upsert: (contacts = [ADA], more = {}) => under.call("crm_upsert_contact", { contacts, ...more }),
    async close() {
      await crm.close();
      await under.close();
    },
  };
}
