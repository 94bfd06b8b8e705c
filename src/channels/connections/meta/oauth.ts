import { installationSetting } from "#accounts/settings/index.ts";
import { providerRefused } from "#channels/connections/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Graph, GraphError } from "./graph.ts";
import { textOf } from "./parts.ts";

/** Result of Facebook's login that a browser sends: a token valid for an hour, or a code for one. */
export type LoginResult =
  | { readonly token: string }
  | { readonly code: string; readonly redirectUri: string };

interface App {
  readonly id: string;
  readonly secret: string;
}

/** The installation's app at Meta. Throws 400 ERR_PROVIDER_AUTH when it is not configured. */
export function metaApp(installation: Installation): App {
  const id = installationSetting(installation, "metaAppId");
  const secret = installationSetting(installation, "metaAppSecret");
  if (id === "" || secret === "") throw providerRefused("metaAppId and metaAppSecret are not set");
  return { id, secret };
}

/**
 * Exchanges the login for a long-lived token. Page tokens made with it do not expire. Throws GraphError, 400
 * ERR_PROVIDER_AUTH.
 */
export async function longLived(
  installation: Installation,
  graph: Graph,
  login: LoginResult,
): Promise<string> {
  const { id, secret } = metaApp(installation);
  const app = { client_id: id, client_secret: secret };
  const body =
    "token" in login
      ? { grant_type: "fb_exchange_token", ...app, fb_exchange_token: login.token }
      : { ...app, code: login.code, redirect_uri: login.redirectUri };
  const answer = await graph.call({ method: "POST", path: "oauth/access_token", body });
  const token = textOf(answer["access_token"]);
  if (token === "") throw providerRefused("no token");
  return token;
}

/** Runs calls of the Graph API for a person; any GraphError becomes 400 ERR_PROVIDER_AUTH. */
export async function withProviderErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw providerRefused(error.message);
    throw error;
  }
}
