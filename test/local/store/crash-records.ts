/** A claim of a keyed call that is under way for good. */
export function sampleClaim(id: string) {
  return {
    tenant_id: "t",
    id,
    revision: id,
    fingerprint_cipher: "sealed",
    provider_key: id,
    in_flight_until: "2999-01-01T00:00:00.000Z",
    result_cipher: null,
    expires_at: "2999-01-01T00:00:00.000Z",
  } as const;
}
