import {
  fitsNeed,
  listExcludedMetadata,
  listMissingMetadata,
} from "@plumbline/core/credentials/credential.ts";
import type { CredentialFit, CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { expect, test } from "vitest";

const FIT: CredentialFit = {
  kinds: ["mail_oauth_a", "generic_api_key"],
  metadata: { mail_oauth_a: ["username"], generic_api_key: ["username", "allowed_hosts"] },
  excludedMetadata: { generic_api_key: ["smtp_host"] },
};

function judge(kind: CredentialKind, metadata: Record<string, unknown>) {
  const credential = { kind, metadata };
  return {
    fits: fitsNeed(credential, FIT),
    missing: listMissingMetadata(credential, FIT),
    excluded: listExcludedMetadata(credential, FIT),
  };
}

test("a credential fits by its kind, the keys it has and the keys it has not", () => {
  expect(judge("mail_oauth_a", { username: "a@b.example" })).toEqual({
    fits: true,
    missing: [],
    excluded: [],
  });
  expect(judge("mail_oauth_a", {})).toEqual({ fits: false, missing: ["username"], excluded: [] });
  expect(judge("generic_api_key", { username: "", allowed_hosts: [] })).toEqual({
    fits: false,
    missing: ["username", "allowed_hosts"],
    excluded: [],
  });
  expect(judge("generic_api_key", { username: "a", allowed_hosts: ["h"], smtp_host: "s" })).toEqual({
    fits: false,
    missing: [],
    excluded: ["smtp_host"],
  });
  expect(judge("notes", {})).toEqual({ fits: false, missing: [], excluded: [] });
});
