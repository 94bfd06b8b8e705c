import { hmacSha256 } from "#platform/crypto/hmac.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { randomCode } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./ledger.sql.ts";

/** Identifies a person in a network. */
export interface ContactIdentifier {
  readonly kind: string;
  readonly scope: string;
  readonly matchKey: string;
}

/**
 * Keyed hashes that identify an erased person and reveal nothing without the key: the
 * ledger has its own key, so that they outlive a rotation of the installation key. It is created with the first erasure.
 */
export function erasureHasher({ system, secrets }: Installation): (found: ContactIdentifier) => string {
  if (!queryOne(system, sql.key)) execute(system, sql.insertKey, { sealed: secrets.encrypt(randomCode()) });
  const { sealed = "" } = queryOne(system, sql.key) ?? {};
  const key = Buffer.from(secrets.decrypt(sealed), "base64url");
  return ({ kind, scope, matchKey }) => hmacSha256(key, JSON.stringify([kind, scope, matchKey]));
}
