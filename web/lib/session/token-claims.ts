/** Expiry of an access token, ms since 1970 by the server's clock; null when it has none. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === "number" ? exp * 1000 : null;
}

/** The company of an access token; null when it has none. */
export function companyOf(token: string): number | null {
  const { company } = claimsOf(token);
  return typeof company === "number" ? company : null;
}

function claimsOf(token: string): { readonly exp?: unknown; readonly company?: unknown } {
  try {
    const [, claims = ""] = token.split(".");
    return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}
