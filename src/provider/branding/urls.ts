import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { BRAND_PREFIX } from "./contract.ts";

type Signer = Pick<Secrets, "sign">;

const signed = (secrets: Signer, purpose: string, text: string) => secrets.sign(purpose, text).slice(0, 32);

/**
 * URL of the logo in a folder of `/brand/`. It is signed, so that strangers can neither probe which company has a logo
 * nor make the server open a company.
 */
export const logoUrl = (secrets: Signer, folder: string, hash: string): string =>
  `${folder}logo-${hash}${signed(secrets, "brand", folder + hash)}.png`;

/** Parses the path of a picture; null when it is invalid or not signed by this server. */
export function readPicture(
  secrets: Signer,
  path: string,
): { readonly companyId: number | null; readonly name: string; readonly logoUrl: string } | null {
  const [, folder, company, name, hash] =
    /^(\/brand\/(?:([1-9]\d{0,14})\/)?)([a-z]+)-([0-9a-f]{32})[0-9a-f]{32}\.png$/.exec(path) ?? [];
  if (!folder || !name || !hash) return null;
  const address = logoUrl(secrets, folder, hash);
  const isOurs = equalSecrets(path.slice(-36), address.slice(-36));
  return isOurs ? { companyId: company ? Number(company) : null, name, logoUrl: address } : null;
}

/** Value of the brand cookie, by which the server applies a company's brand to the first paint. */
export const markOf = (secrets: Signer, companyId: number): string =>
  `${companyId}.${signed(secrets, "brand-mark", String(companyId))}`;

/** The company in the brand cookie of a request; undefined when the cookie is missing or forged. */
export function markedCompany(secrets: Signer, request: Request): number | undefined {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [, mark = "", id] = /^brand=(([1-9]\d{0,14})\.[0-9a-f]{32})$/.exec(part.trim()) ?? [];
    if (id && equalSecrets(mark, markOf(secrets, Number(id)))) return Number(id);
  }
  return undefined;
}

/** URL of the style sheet of a colour `#rrggbb`; `hash` is the hash of its content. */
export const sheetUrl = (color: string, hash: string): string =>
  `${BRAND_PREFIX}style-${color.slice(1)}-${hash}.css`;

/** The colour in the path of a style sheet. */
export function colorOfSheet(path: string): string | undefined {
  const [, digits] = /^\/brand\/style-([0-9a-f]{6})-[0-9a-f]{24}\.css$/.exec(path) ?? [];
  return digits && `#${digits}`;
}
