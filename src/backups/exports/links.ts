import { timingSafeEqual } from "node:crypto";
import type { Secrets } from "#platform/secrets.ts";

/** What addresses of exports begin with. */
export const EXPORT_PREFIX = "/exports/";
/** An address is good for so long, ms. */
const VALID_MS = 60 * 60_000;

const signed = (secrets: Secrets, id: number, expires: number) =>
  secrets.sign("export", `${id}?e=${expires}`);

/** Address of the file of an export, good for an hour, without a login: a download manager can fetch it. */
export function signExport(secrets: Secrets, id: number, nowMs: number): string {
  const expires = Math.floor((nowMs + VALID_MS) / 1000);
  return `${EXPORT_PREFIX}${id}?e=${expires}&s=${signed(secrets, id, expires)}`;
}

/** The export an address leads to; null when it was altered or its time is over. */
export function verifyExport(secrets: Secrets, url: string, nowMs: number): number | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const [, id] = /^\/exports\/([1-9]\d{0,14})$/.exec(pathname) ?? [];
  const [expires, signature] = [searchParams.get("e") ?? "", searchParams.get("s") ?? ""];
  if (!id || !/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= nowMs) return null;
  const right = Buffer.from(signed(secrets, Number(id), Number(expires)));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? Number(id) : null;
}
