import webpush from "web-push";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./push.sql.ts";

export interface VapidKey {
  /** Base64url, as browsers and push services take it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key of this installation, made at the first use; a new key would invalidate every subscription. */
export function vapidKey({ system, secrets, clock }: Installation): VapidKey {
  const read = () => queryOne(system, sql.vapidKey);
  if (!read()) {
    const made = webpush.generateVAPIDKeys();
    execute(system, sql.insertVapidKey, {
      publicKey: made.publicKey,
      privateKey: secrets.encrypt(made.privateKey),
      createdAt: clock.now(),
    });
  }
  const row = read();
  if (!row) throw new Error("the key for push services could not be kept");
  return { publicKey: row.public_key, privateKey: secrets.decrypt(row.private_key) };
}
