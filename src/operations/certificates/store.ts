import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import { acmeAccount, certificate } from "./schema.ts";

export type StoredCertificate = typeof certificate.$inferSelect;

const namesOf = (names: readonly string[]): string => names.join(",");

/** The stored certificate for these names and its last attempt; null before the first attempt. */
export const storedCertificate = (
  { system }: Pick<Installation, "system">,
  names: readonly string[],
): StoredCertificate | null =>
  system
    .select()
    .from(certificate)
    .where(eq(certificate.names, namesOf(names)))
    .get() ?? null;

/**
 * The stored certificate with its key decrypted; null without one. When the key was encrypted by another installation, the
 * certificate counts as missing, so that the job orders a new one.
 */
export function storedPair(installation: Installation, names: readonly string[]): KeyPair | null {
  const { chain = null, key = null } = storedCertificate(installation, names) ?? {};
  if (chain === null || key === null) return null;
  try {
    return { cert: chain, key: installation.secrets.decrypt(key) };
  } catch (error) {
    installation.log.error(
      { err: error, names },
      "the key of the TLS certificate cannot be decrypted with this secret.key; a new certificate is ordered",
    );
    installation.system
      .update(certificate)
      .set({ notBefore: null, notAfter: null, failures: 0 })
      .where(eq(certificate.names, namesOf(names)))
      .run();
    return null;
  }
}

/** Start and end of the validity of a certificate, ms. Throws when the text is not a certificate. */
export function lifeOf(chain: string): { readonly notBefore: number; readonly notAfter: number } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
}

/** Stores an issued certificate and resets the failure count. */
export function storeCertificate(
  installation: Installation,
  names: readonly string[],
  { cert, key }: KeyPair,
): void {
  const { system, secrets, clock } = installation;
  const { notBefore, notAfter } = lifeOf(cert);
  const issued = { chain: cert, key: secrets.encrypt(key), notBefore, notAfter, triedAt: clock.now() };
  system
    .insert(certificate)
    .values({ names: namesOf(names), ...issued })
    .onConflictDoUpdate({
      target: certificate.names,
      set: { ...issued, failures: 0, nextAt: 0, error: null },
    })
    .run();
}

/** Stores why an order failed, and when to retry. */
export function storeFailure(
  { system, clock }: Installation,
  names: readonly string[],
  error: string,
  nextAt: number,
): void {
  const failure = { triedAt: clock.now(), nextAt, error };
  system
    .insert(certificate)
    .values({ names: namesOf(names), failures: 1, ...failure })
    .onConflictDoUpdate({
      target: certificate.names,
      set: { ...failure, failures: sql`${certificate.failures} + 1` },
    })
    .run();
}

/** The account at an authority; `url` is null until it is opened. */
export interface Account {
  readonly key: string;
  readonly url: string | null;
}

/** Generates a P-256 key, PEM. */
const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;

/** The account at this directory, with its key decrypted; a new key where there is none. */
export function accountAt({ system, secrets }: Installation, directory: string): Account {
  const row = system.select().from(acmeAccount).where(eq(acmeAccount.directory, directory)).get();
  if (!row) return { key: newKey(), url: null };
  try {
    return { key: secrets.decrypt(row.key), url: row.url };
  } catch {
    return { key: newKey(), url: null };
  }
}

export function storeAccount(
  { system, secrets, clock }: Installation,
  directory: string,
  { key, url }: { readonly key: string; readonly url: string },
): void {
  const account = { key: secrets.encrypt(key), url, createdAt: clock.now() };
  system
    .insert(acmeAccount)
    .values({ directory, ...account })
    .onConflictDoUpdate({ target: acmeAccount.directory, set: account })
    .run();
}

/** Deletes an account that the authority no longer knows; the next order opens a new one. */
export function deleteAccount({ system }: Installation, directory: string): void {
  system.delete(acmeAccount).where(eq(acmeAccount.directory, directory)).run();
}

/** Ends the back-off after failures, unless the last attempt was at or after `triedBefore` (ms). */
export function retrySoon({ system }: Installation, names: readonly string[], triedBefore: number): void {
  system
    .update(certificate)
    .set({ nextAt: 0 })
    .where(
      and(
        eq(certificate.names, namesOf(names)),
        gt(certificate.failures, 0),
        lt(certificate.triedAt, triedBefore),
      ),
    )
    .run();
}
