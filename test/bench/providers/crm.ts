import { json } from "@plumbline/sandbox/server/reply.ts";
import { expectId, type ProviderBench } from "./provider-bench.ts";

const token = "pat-eu1-benchmark";
const email = "ada@example.com";
const properties = { firstname: "Ada", lastname: "Lovelace" };
const at = "2026-01-01T10:00:00.000Z";

export const crm: ProviderBench = {
  sdk: "@hubspot/api-client",
  answers: {
    "POST /crm/v3/objects/contacts/batch/upsert": json({
      status: "COMPLETE",
      results: [
        {
          id: "512",
          properties: { email, ...properties, createdate: at, lastmodifieddate: at },
          createdAt: at,
          updatedAt: at,
          archived: false,
          new: true,
          objectWriteTraceId: "0",
        },
      ],
      requestedAt: at,
      startedAt: at,
      completedAt: at,
    }),
  },
  endpoints: (url) => ({ crm: { baseUrl: url } }),
  kind: "crm",
  token,
  tool: "crm_upsert_contact",
  args: { contacts: [{ email, properties }] },
  async sdkCall(url) {
    const { Client } = await import("@hubspot/api-client");
    const client = new Client({ accessToken: token, basePath: url, numberOfApiCallRetries: 0 });
    return async () => {
      const inputs = [
        {
          id: email,
          idProperty: "email",
          objectWriteTraceId: "0",
          properties: { email, ...properties },
        },
      ];
      expectId((await client.crm.contacts.batchApi.upsert({ inputs })).results[0]?.id);
    };
  },
};
