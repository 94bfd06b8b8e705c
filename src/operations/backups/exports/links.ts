import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";

/** Prefix of export URLs. */
export const EXPORT_PREFIX = "/exports/";
/** Validity of a URL, ms. */
const VALID_MS = 60 * 60_000;

/** The export of a URL and the user it was issued to. */
export interface ExportLink {
  readonly exportId: number;
  readonly userId: number;
}

const signed = (secrets: Secrets, { exportId, userId }: ExportLink, expires: number) =>
  secrets.sign("export", `${exportId}?u=${userId}&e=${expires}`);

/**
 * URL of the file of an export, valid for an hour and without a login, so that a download manager can fetch it. It contains
 * the user it was issued to, whom the audit trail names for each download.
 */
export function signExport(secrets: Secrets, link: ExportLink, nowMs: number): string {
  const expires = Math.floor((nowMs + VALID_MS) / 1000);
  const { exportId, userId } = link;
  return `${EXPORT_PREFIX}${exportId}?u=${userId}&e=${expires}&s=${signed(secrets, link, expires)}`;
}

/** The export of a URL and its issue time, ms; null when the URL was altered or has expired. */
export function verifyExport(
  secrets: Secrets,
  url: string,
  nowMs: number,
): (ExportLink & { readonly givenAt: number }) | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, id] = /^\/exports\/([1-9]\d{0,14})$/.exec(pathname) ?? [];
  const [user, expires] = [searchParams.get("u") ?? "", searchParams.get("e") ?? ""];
  if (!id || !/^[1-9]\d{0,14}$/.test(user) || !/^\d{1,12}$/.test(expires)) return null;
  const endsAt = Number(expires) * 1000;
  if (endsAt <= nowMs) return null;
  const link = { exportId: Number(id), userId: Number(user) };
  const isRight = equalSecrets(signed(secrets, link, Number(expires)), searchParams.get("s") ?? "");
  return isRight ? { ...link, givenAt: endsAt - VALID_MS } : null;
}
