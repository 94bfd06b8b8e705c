import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";

const DAY_S = 24 * 60 * 60;

/** A file as its address names it. */
export interface MediaAddress {
  readonly companyId: number;
  readonly fileId: number;
  /** Clean name, shown to whoever saves the file. */
  readonly fileName: string;
}

const signed = (path: string, expires: number) => `${path}?e=${expires}`;

/**
 * Address of a file, valid 24 to 48 hours: the end is rounded up to a whole day (UTC), so that a file keeps
 * its address for the day and the browser's cache works (docs/rules/general.md#media-addresses). Only for whoever may
 * read the row.
 */
export function signMediaUrl(secrets: Pick<Secrets, "sign">, address: MediaAddress, nowMs: number): string {
  const expires = Math.ceil((nowMs / 1000 + DAY_S) / DAY_S) * DAY_S;
  const path = `/media/${address.companyId}/${address.fileId}/${encodeURIComponent(address.fileName)}`;
  return `${signed(path, expires)}&s=${secrets.sign("media", signed(path, expires))}`;
}

/** What a media path names, signed or not; null when it is no media path. */
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
 * Checks a signed address (path with query, with or without host) and answers what it names; null when
 * anything was altered, the time is over, or it was never signed by this installation.
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
  const right = secrets.sign("media", signed(parsed.pathname, Number(expires)));
  return equalSecrets(right, signature) ? address : null;
}
