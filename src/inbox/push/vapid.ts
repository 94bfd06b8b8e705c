import webpush from "web-push";
import { one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

export interface VapidKey {
  /** Base64url, as browsers and push services take it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The key of this installation, made at the first use; another key would make every device subscribe anew. */
export function vapidKey({ system, secrets, clock }: Installation): VapidKey {
  const read = () =>
    one<{ public_key: string; private_key: string }>(
      system,
      "SELECT public_key, private_key FROM vapid_key WHERE id = 1",
    );
  if (!read()) {
    const made = webpush.generateVAPIDKeys();
    run(
      system,
      "INSERT INTO vapid_key (id, public_key, private_key, created_at) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING",
      made.publicKey,
      secrets.encrypt(made.privateKey),
      clock.now(),
    );
  }
  const row = read();
  if (!row) throw new Error("the key for push services could not be kept");
  return { publicKey: row.public_key, privateKey: secrets.decrypt(row.private_key) };
}
