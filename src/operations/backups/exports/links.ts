import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";

/** What addresses of exports begin with. */
export const EXPORT_PREFIX = "/exports/";
/** An address is good for so long, ms. */
const VALID_MS = 60 * 60_000;

/** What an address leads to, and to whom it was given. */
export interface ExportLink {
  readonly exportId: number;
  readonly userId: number;
}

const signed = (secrets: Secrets, { exportId, userId }: ExportLink, expires: number) =>
  secrets.sign("export", `${exportId}?u=${userId}&e=${expires}`);

/**
 * Address of the file of an export, good for an hour, without a login: a download manager can fetch it. It names the
 * person who got it, so that the trail can tell who took the file.
 */
export function signExport(secrets: Secrets, link: ExportLink, nowMs: number): string {
  const expires = Math.floor((nowMs + VALID_MS) / 1000);
  const { exportId, userId } = link;
  return `${EXPORT_PREFIX}${exportId}?u=${userId}&e=${expires}&s=${signed(secrets, link, expires)}`;
}

/** What an address leads to and when it was given, ms; null when it was altered or its time is over. */
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
