import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "crm_upsert_contact",
  docs: {
    does: "1 to 100 contacts by e-mail address in one call; failed ones are listed separately from saved ones",
    retried: "yes: the address is the key",
  },
  promises: {
    credential: "required",
    effect: "write",
    idempotency: "upsert",
    reads: "own",
    reach: "provider",
  },
  valid: [
    { contacts: [{ email: "ada@example.com" }] },
    {
      contacts: [
        { email: "ada@example.com", properties: { firstname: "Ada", age: 36, active: true, phone: null } },
      ],
    },
  ],
  invalid: [
    { contacts: { email: "ada@example.com" } },
    { contacts: [{ properties: {} }] },
    { contacts: [{ email: "ada@example.com", properties: { tags: { a: 1 } } }] },
    { contacts: Array.from({ length: 101 }, (_, at) => ({ email: `ada${at}@example.com` })) },
  ],
  refused: [
    { contacts: [] },
    { contacts: [{ email: "Ada" }] },
    { contacts: [{ email: "ada@example.com", phone: "1" }] },
  ],
  calls: {
    contacts: {
      connection: "crm",
      args: { contacts: [{ email: "Ada@Example.com", properties: { firstname: "Ada" } }] },
      result: { saved: [{ email: "ada@example.com", created: true }], failed: [], complete: true },
    },
  },
};
