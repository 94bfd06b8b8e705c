import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { execute, queryOne } from "#platform/db/query.ts";
import type { KeyPair } from "#platform/http/server/listen.ts";
import type { Installation } from "#tenants/installation.ts";
import type { RenewalState } from "./renewal.ts";
import * as sql from "./store.sql.ts";

export interface StoredCertificate extends RenewalState {
  readonly chain: string | null;
  readonly key: string | null;
  readonly triedAt: number | null;
  readonly error: string | null;
}

export const namesOf = (names: readonly string[]): string => names.join(",");

/** The stored certificate for these names and its last attempt; null before the first attempt. */
export const storedCertificate = (
  { system }: Pick<Installation, "system">,
  names: readonly string[],
): StoredCertificate | null => queryOne(system, sql.byNames, { names: namesOf(names) }) ?? null;

/** The stored certificate with its key decrypted; null without one, or when it was encrypted with another installation's key. */
export function storedPair(installation: Installation, names: readonly string[]): KeyPair | null {
  const { chain = null, key = null } = storedCertificate(installation, names) ?? {};
  if (chain === null || key === null) return null;
  try {
    return { cert: chain, key: installation.secrets.decrypt(key) };
  } catch (error) {
    installation.log.error(
      { err: error },
      "the key of the TLS certificate cannot be decrypted; a new certificate is ordered",
    );
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
  execute(system, sql.store, {
    names: namesOf(names),
    chain: cert,
    key: secrets.encrypt(key),
    notBefore,
    notAfter,
    triedAt: clock.now(),
  });
}

/** Stores why an order failed, and when to retry. */
export function storeFailure(
  { system, clock }: Installation,
  names: readonly string[],
  error: string,
  nextAt: number,
): void {
  execute(system, sql.storeFailure, { names: namesOf(names), triedAt: clock.now(), nextAt, error });
}

/** The account at an authority; `url` is null until it is opened. */
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
  const row = queryOne(system, sql.accountAt, { directory });
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
  execute(system, sql.storeAccount, {
    directory,
    key: secrets.encrypt(account.key),
    url: account.url,
    createdAt: clock.now(),
  });
}

/** Deletes an account that the authority no longer knows; the next order opens a new one. */
export const deleteAccount = ({ system }: Installation, directory: string): void =>
  void execute(system, sql.deleteAccount, { directory });
