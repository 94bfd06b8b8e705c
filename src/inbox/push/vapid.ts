import webpush from "web-push";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { refuseInCopy } from "#tenants/shared/role.ts";
import * as sql from "./push.sql.ts";

export interface VapidKey {
  /** Base64url, the encoding that browsers and push services require. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Returns this installation's key, created at first use; a new key would invalidate every subscription. All cells have the same
 * one. Throws 503 ERR_NOT_DURABLE in a cell that has no copy of it yet.
 */
export function vapidKey(installation: Installation): VapidKey {
  const { system, secrets, clock } = installation;
  const read = () => queryOne(system, sql.vapidKey);
  if (!read()) {
    refuseInCopy(installation);
    const made = webpush.generateVAPIDKeys();
    execute(system, sql.insertVapidKey, {
      publicKey: made.publicKey,
      privateKey: secrets.encrypt(made.privateKey),
      createdAt: clock.now(),
    });
  }
  const row = read();
  if (!row) throw new Error("VAPID key of push services not stored");
  return { publicKey: row.public_key, privateKey: secrets.decrypt(row.private_key) };
}
