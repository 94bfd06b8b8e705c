/** When an access token expires, ms since 1970 by the server's clock; null when it does not say. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === "number" ? exp * 1000 : null;
}

/** The company an access token is for; null when it does not say. */
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
