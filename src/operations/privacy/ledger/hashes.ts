import { hmacSha256 } from "#platform/crypto/hmac.ts";
import { one, run } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";

const KEY = "SELECT sealed FROM erasure_key WHERE id = 1";

/** What a person is found by in a network. */
export interface ContactIdentifier {
  readonly kind: string;
  readonly scope: string;
  readonly matchKey: string;
}

/**
 * Keyed hashes that identify an erased person and reveal nothing without the key: a key of the
 * ledger's own, so that they outlive a rotation of the installation key. It is made with the first erasure.
 */
export function erasureHasher({ system, secrets }: Installation): (found: ContactIdentifier) => string {
  if (!one(system, KEY))
    run(system, "INSERT INTO erasure_key (id, sealed) VALUES (1, ?)", secrets.encrypt(randomCode()));
  const { sealed = "" } = one<{ sealed: string }>(system, KEY) ?? {};
  const key = Buffer.from(secrets.decrypt(sealed), "base64url");
  return ({ kind, scope, matchKey }) => hmacSha256(key, JSON.stringify([kind, scope, matchKey]));
}
