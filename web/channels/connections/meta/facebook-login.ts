export type LoginPurpose = "pages" | "instagram" | "official";
/** Stored while the user is on Facebook's login page. */
interface PendingLogin {
  readonly state: string;
  readonly wanted: LoginPurpose;
  /** Official numbers: request the history of the WhatsApp Business app. */
  readonly importHistory?: boolean;
}
const KEY = "facebook-login";
const redirectUriOf = (here: URL): string => `${here.origin}/connections`;

/**
 * Returns the URL of Facebook's login page with a redirect to this page; stores the `state` that the redirect must
 * contain.
 */
export function startFacebookLogin(
  loginUrl: string,
  wanted: LoginPurpose,
  here: URL,
  store: Storage,
  importHistory = true,
): string {
  const pending: PendingLogin = { state: crypto.randomUUID(), wanted, importHistory };
  store.setItem(KEY, JSON.stringify(pending));
  const url = new URL(loginUrl);
  url.searchParams.set("redirect_uri", redirectUriOf(here));
  url.searchParams.set("state", pending.state);
  return url.href;
}

/** An access token, or an authorization code with the redirect URI it was issued for. */
export type FacebookCredential =
  | { readonly token: string }
  | { readonly code: string; readonly redirectUri: string };
/** Result of the login; `"refused"` when the user denied it, null when the page was not opened by Facebook's redirect. */
export type LoginResult =
  | { readonly wanted: "pages" | "instagram"; readonly token: string }
  | { readonly wanted: "official"; readonly credential: FacebookCredential; readonly importHistory: boolean }
  | "refused"
  | null;

/** Reads the login's result from the URL, once; a result with another `state` is ignored. */
export function readFacebookRedirect(here: URL, store: Storage): LoginResult {
  const answer = new URLSearchParams(here.hash.slice(1));
  const state = answer.get("state") ?? here.searchParams.get("state");
  const stored = store.getItem(KEY);
  if (state === null || stored === null) return null;
  const { state: expected, wanted, importHistory = true } = JSON.parse(stored) as PendingLogin;
  if (expected !== state) return null;
  store.removeItem(KEY);
  const token = answer.get("access_token");
  const code = here.searchParams.get("code");
  if (wanted === "official") {
    if (token) return { wanted, credential: { token }, importHistory };
    return code
      ? { wanted, credential: { code, redirectUri: redirectUriOf(here) }, importHistory }
      : "refused";
  }
  return token ? { wanted, token } : "refused";
}
