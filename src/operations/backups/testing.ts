/** For tests of backups and exports: companies with data, and helpers to inspect the results. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { reindexTokens } from "#channels/connections/index.ts";
import { openSessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { createSecrets } from "#platform/crypto/secrets.ts";
import { all, one, run } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact } from "#test/helpers/installation.ts";
import { backUp } from "./run/back-up.ts";
import { folderStore } from "./store/folder.ts";
import type { Store } from "./store/store.ts";

export const KEY = "a key that only the tests know, 32 long";
export const OTHER_KEY = "another installation has another key";

/** Directories that are removed after the tests. */
export function scratch(): { readonly path: string; next(): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "balcao-backups-"));
  let made = 0;
  return {
    path,
    next() {
      made += 1;
      return join(path, String(made));
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface Filled {
  readonly tenant: Tenant;
  readonly person: Person;
  readonly connectionId: number;
}

/** The decrypted secrets of a filled company. */
export const SECRET = {
  setting: "sk-canary-key",
  proxy: "http://user:canary@proxy.example.com",
  noise: "canary-noise-key",
};

/** A company with a person who can sign in, contacts, a file, a linked number, and secrets. */
export async function fillCompany(app: TestApp, name?: string): Promise<Filled> {
  const tenant = app.company(name);
  const person = await app.person(tenant, { profile: "admin" });
  const connectionId = testConnection(tenant, { name: "Loja" });
  run(
    tenant.db,
    "UPDATE connection SET proxy_url = ?, token_hash = ? WHERE id = ?",
    app.installation.secrets.encrypt(SECRET.proxy),
    randomCode(),
    connectionId,
  );
  await reindexTokens(tenant);
  for (let count = 0; count < 20; count += 1) testContact(tenant);
  writeMedia(tenant, "2026-11/foto.jpg", "a picture");
  const store = openSessionStore(
    join(tenant.directory, "sessions", String(connectionId)),
    app.installation.secrets.key("whatsapp"),
  );
  // The parts of a session identity that the tests check.
  store.credentials.save({ noiseKey: SECRET.noise } as never);
  store.commit({ session: { "5511987650001.0": { ratchet: "canary-ratchet" } } } as never);
  store.close();
  return { tenant, person, connectionId };
}

export function writeMedia(tenant: Tenant, name: string, content: string): void {
  const path = join(tenant.mediaDirectory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The stored session of a linked number, decrypted with the key of an installation. */
export function sessionOf(directory: string, connectionId: number, key: string) {
  const store = openSessionStore(
    join(directory, "sessions", String(connectionId)),
    createSecrets(key).key("whatsapp"),
  );
  try {
    return {
      noise: (store.credentials.read() as unknown as { noiseKey: string } | null)?.noiseKey,
      ratchet: store.keys.read("session", "5511987650001.0"),
    };
  } finally {
    store.close();
  }
}

/** The decrypted proxy of the company's connection. */
export const proxyOf = ({ db, installation }: Tenant): string =>
  installation.secrets.decrypt(
    one<{ url: string }>(db, "SELECT proxy_url AS url FROM connection")?.url ?? "",
  );

export const contactsOf = ({ db }: Tenant): number => all(db, "SELECT id FROM contact").length;

/** Makes a backup of a running app from the same process. */
export const backUpApp = (
  app: TestApp,
  store: Store = folderStore(join(app.directory, "backups")),
  options: { readonly keep?: number; readonly only?: number } = {},
) =>
  backUp({
    dataDirectory: app.directory,
    store,
    secrets: app.installation.secrets,
    wrappedKey: null,
    keep: options.keep ?? 0,
    only: options.only,
    now: app.clock.now,
  });

/** Starts an app on a restored directory, with the given key. */
export const startOn = (app: TestApp, directory: string, key = KEY): Promise<TestApp> =>
  startTestApp({ directory, clock: app.clock, env: { APP_SECRET: key } });

/** Flips some bytes of a file. */
export function damage(path: string, at = 0.5): void {
  const bytes = readFileSync(path);
  const start = Math.floor(bytes.length * at);
  for (let offset = start; offset < Math.min(start + 64, bytes.length); offset += 1)
    bytes[offset] = (bytes[offset] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

/** Signs in; returns the status. */
export async function login(app: TestApp, { email, password }: Person): Promise<number> {
  return (await app.api().post("/auth/login", { email, password })).status;
}
