import { cleanFileName } from "#channels/media/storage/names.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type { Tenant } from "#tenants/tenant.ts";

const DAY_S = 24 * 60 * 60;

/** The file that a media address refers to. */
export interface MediaAddress {
  readonly companyId: number;
  readonly fileId: number;
  /** Clean name, used when the file is saved. */
  readonly fileName: string;
}

const signed = (path: string, expires: number) => `${path}?e=${expires}`;

/**
 * Address of a file, valid for 24 to 48 hours: its expiry is rounded up to a whole day (UTC), so that a file keeps
 * its address for a day and the browser's cache works (docs/rules/general.md#media-addresses). Only for users who may
 * read the row.
 */
export function signMediaUrl(secrets: Pick<Secrets, "sign">, address: MediaAddress, nowMs: number): string {
  const expires = Math.ceil((nowMs / 1000 + DAY_S) / DAY_S) * DAY_S;
  const path = `/media/${address.companyId}/${address.fileId}/${encodeURIComponent(address.fileName)}`;
  return `${signed(path, expires)}&s=${secrets.sign("media", signed(path, expires))}`;
}

/** Parses a media path, signed or not; null when it is not a media path. */
export function parseMediaPath(pathname: string): MediaAddress | null {
  const [, company, file, name] = /^\/media\/([1-9]\d{0,14})\/([1-9]\d{0,14})\/([^/]+)$/.exec(pathname) ?? [];
  if (!company || !file || !name) return null;
  try {
    return { companyId: Number(company), fileId: Number(file), fileName: decodeURIComponent(name) };
  } catch {
    return null;
  }
}

/**
 * Verifies a signed address (path with query, with or without host) and returns the file it refers to; null when it
 * was altered, has expired, or was not signed by this installation.
 */
export function verifyMediaUrl(
  secrets: Pick<Secrets, "sign">,
  url: string,
  nowMs: number,
): MediaAddress | null {
  const parsed = URL.parse(url, "http://localhost");
  const address = parsed && parseMediaPath(parsed.pathname);
  if (!parsed || !address) return null;
  const expires = parsed.searchParams.get("e") ?? "";
  const signature = parsed.searchParams.get("s") ?? "";
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= nowMs) return null;
  const expected = secrets.sign("media", signed(parsed.pathname, Number(expires)));
  return equalSecrets(expected, signature) ? address : null;
}

/** The signed address of a stored file. Only for answers to users who may read a row that shows it. */
export const mediaUrl = (tenant: Tenant, fileId: number, fileName: string): string =>
  signMediaUrl(
    tenant.installation.secrets,
    { companyId: tenant.id, fileId, fileName: cleanFileName(fileName) },
    tenant.clock.now(),
  );
