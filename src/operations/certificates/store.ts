import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { one, run } from "#platform/db/database.ts";
import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import type { RenewalState } from "./renewal.ts";

export interface StoredCertificate extends RenewalState {
  readonly chain: string | null;
  readonly key: string | null;
  readonly triedAt: number | null;
  readonly error: string | null;
}

const KEPT = `SELECT chain, key, not_before AS notBefore, not_after AS notAfter, failures, tried_at AS triedAt,
  next_at AS nextAt, error FROM certificate WHERE names = ?`;

export const namesOf = (names: readonly string[]): string => names.join(",");

/** What is known of the certificate for these names; null = nothing was tried yet. */
export const storedCertificate = (
  { system }: Pick<Installation, "system">,
  names: readonly string[],
): StoredCertificate | null => one<StoredCertificate>(system, KEPT, namesOf(names)) ?? null;

/** It with its key opened; null where there is none, or it was sealed with another installation's key. */
export function storedPair(installation: Installation, names: readonly string[]): KeyPair | null {
  const { chain = null, key = null } = storedCertificate(installation, names) ?? {};
  if (chain === null || key === null) return null;
  try {
    return { cert: chain, key: installation.secrets.decrypt(key) };
  } catch (error) {
    installation.log.error(
      { err: error },
      "the key of the certificate cannot be read; a new one is asked for",
    );
    return null;
  }
}

/** First and last moment of a certificate, ms. Throws where the text is none. */
export function lifeOf(chain: string): { readonly notBefore: number; readonly notAfter: number } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
}

/** Keeps what the authority gave; the failures before it are forgotten. */
export function storeCertificate(
  installation: Installation,
  names: readonly string[],
  { cert, key }: KeyPair,
): void {
  const { system, secrets, clock } = installation;
  const { notBefore, notAfter } = lifeOf(cert);
  run(
    system,
    `INSERT INTO certificate (names, chain, key, not_before, not_after, tried_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (names) DO UPDATE SET chain = excluded.chain, key = excluded.key, not_before = excluded.not_before,
       not_after = excluded.not_after, tried_at = excluded.tried_at, failures = 0, next_at = 0, error = NULL`,
    namesOf(names),
    cert,
    secrets.encrypt(key),
    notBefore,
    notAfter,
    clock.now(),
  );
}

/** Stores why an order failed, and when to retry. */
export function storeFailure(
  { system, clock }: Installation,
  names: readonly string[],
  error: string,
  nextAt: number,
): void {
  run(
    system,
    `INSERT INTO certificate (names, failures, tried_at, next_at, error) VALUES (?, 1, ?, ?, ?)
     ON CONFLICT (names) DO UPDATE SET failures = failures + 1, tried_at = excluded.tried_at,
       next_at = excluded.next_at, error = excluded.error`,
    namesOf(names),
    clock.now(),
    nextAt,
    error,
  );
}

/** The account at an authority; `url` null = it is still to be opened. */
export interface Account {
  readonly key: string;
  readonly url: string | null;
}

/** A new P-256 key, PEM. */
const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;

/** The account at this directory, with its key decrypted; a new key where there is none. */
export function accountAt({ system, secrets }: Installation, directory: string): Account {
  const row = one<{ key: string; url: string }>(
    system,
    "SELECT key, url FROM acme_account WHERE directory = ?",
    directory,
  );
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
  account: Account,
): void {
  run(
    system,
    `INSERT INTO acme_account (directory, key, url, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (directory) DO UPDATE SET key = excluded.key, url = excluded.url, created_at = excluded.created_at`,
    directory,
    secrets.encrypt(account.key),
    account.url,
    clock.now(),
  );
}

/** The authority does not know the account any more; the next order opens another. */
export const deleteAccount = ({ system }: Installation, directory: string): void =>
  void run(system, "DELETE FROM acme_account WHERE directory = ?", directory);
