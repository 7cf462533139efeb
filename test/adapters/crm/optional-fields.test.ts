import { crmMissingScopes } from "@plumbline/sandbox/crm/failures.ts";
import { sampleReadingCrmToken } from "@plumbline/sandbox/crm/sample-portal.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import {
  type CallUnderTest,
  problemsWithoutEachField,
  UNKNOWN_THRICE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { startCrmUnderTest } from "./crm-under-test.ts";

const under = startedForEach(startCrmUnderTest);

const UPSERT = "POST /crm/v3/objects/contacts/batch/upsert";
const [ADA, GRACE, BAD] = ["ada@example.com", "grace@example.com", "bad@example.com"];
/** A contact that the sandbox refuses for its property. */
const REFUSED = { email: BAD, properties: { nonsense: "x" } };

function problems(emails: readonly (string | undefined)[], more: Pick<CallUnderTest, "answers" | "answer">) {
  return problemsWithoutEachField({
    server: under.crm,
    call: () => under.upsert(emails.map((email) => (email === BAD ? REFUSED : { email }))),
    output: under.tools.get("crm_upsert_contact")?.output,
    ...more,
  });
}

const outcome = z.object({
  saved: z.array(z.looseObject({ email: z.string() })),
  failed: z.array(z.unknown()),
});

/**
 * The outcome when the provider said nothing readable of a contact; the sandbox answers the last contact
 * first.
 */
const without = (whole: unknown, email: string | undefined) => {
  const { saved, failed } = outcome.parse(whole);
  const reason = "The response of the CRM (HubSpot) does not mention it.";
  return {
    saved: saved.filter((contact) => contact.email !== email),
    failed: [{ email, reason, category: "UNANSWERED" }, ...failed],
    complete: false,
  };
};

test("one contact", async () => {
  // Of a saved contact the id. An upsert may be repeated.
  const fields = {
    "": "required",
    results: "required",
    "results.*.id": "required",
    "results.*.new": ["saved"],
  } as const;
  const answers = { [UPSERT]: { fields, failure: UNKNOWN_THRICE } };
  expect(await problems([ADA], { answers })).toEqual([]);
});

const lost = (whole: unknown, [index]: number[]) => without(whole, [GRACE, ADA][index ?? 0]);
/** Trace id or address tell whose a result is. */
const TWO_SAVED = {
  "": "required",
  results: "required",
  "results.*": lost,
  "results.*.id": lost,
  "results.*.new": ["saved"],
} as const;

test("two contacts", async () => {
  const answers = { [UPSERT]: { fields: TWO_SAVED, failure: UNKNOWN_THRICE } };
  expect(await problems([ADA, GRACE], { answers })).toEqual([]);
});

test("two contacts whose results have no trace ids, as in the provider's own example", async () => {
  const results = [GRACE, ADA].map((email, index) => ({
    id: String(512 + index),
    properties: { email, createdate: "2026-01-01T00:00:00Z" },
    createdAt: "2026-01-01T00:00:00Z",
    archived: false,
    new: true,
  }));
  const answers = { [UPSERT]: { fields: TWO_SAVED, failure: UNKNOWN_THRICE } };
  const answer = () => json({ status: "COMPLETE", results, completedAt: "2026-01-01T00:00:00Z" });
  expect(await problems([ADA, GRACE], { answers, answer })).toEqual([]);
});

test("a batch that was saved in part", async () => {
  const reason = ["failed"];
  const fields = {
    ...TWO_SAVED,
    // A refusal's fields are all optional. One that names no contact is that of whoever is
    // left.
    errors: (whole: unknown) => ({ ...without(whole, BAD), failed: without(whole, BAD).failed.slice(0, 1) }),
    "errors.*": (whole: unknown) => ({
      ...without(whole, BAD),
      failed: without(whole, BAD).failed.slice(0, 1),
    }),
    "errors.*.category": reason,
    "errors.*.message": reason,
  } as const;
  const answers = { [UPSERT]: { fields, failure: UNKNOWN_THRICE } };
  expect(await problems([ADA, GRACE, BAD], { answers })).toEqual([]);
});

test("the test of a token", async () => {
  const found = await problemsWithoutEachField({
    server: under.crm,
    call: () => under.testCredential(under.credentialId),
    output: undefined,
    answers: {
      "GET /account-info/v3/details": {
        fields: {
          "": "required",
          portalId: ["account", "account_id", "account_url"],
          uiDomain: ["account", "account_url"],
        },
        failure: UNREADABLE_THRICE,
      },
    },
  });
  expect(found).toEqual([]);
});

describe("connection", () => {
  test.each([undefined, null, ""])("an account whose domain is %j", async (uiDomain) => {
    under.crm.script("", json({ portalId: 7, uiDomain }));
    expect(await under.testCredential(under.credentialId)).toMatchObject({
      result: { account: "7" },
      attempts: 1,
    });
  });

  test("a token that may not read the account is still a good token", async () => {
    under.crm.script("", crmMissingScopes(["oauth"]));
    expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, result: {} });
  });

  test("the refusal of a token that may not write names the scope to ask for", async () => {
    const credential_id = await under.connect({
      kind: "crm",
      label: "Reading",
      token: sampleReadingCrmToken,
    });
    expect(refused(await under.upsert(undefined, { credential_id }))).toMatchObject({
      error_code: "authentication",
      next_step: advisedWith("Reconnect the CRM (HubSpot) with the scope crm.objects.contacts.write."),
    });
    expect(under.crm.portal.contacts).toEqual([]);
  });
});
