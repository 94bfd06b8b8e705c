import { installationSetting } from "#accounts/settings/index.ts";
import { providerRefused } from "#channels/connections/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Graph, GraphError } from "./graph.ts";
import { textOf } from "./parts.ts";

/** What a browser brings from Facebook's login: a token that lives for an hour, or a code for one. */
export type Brought = { readonly token: string } | { readonly code: string; readonly redirectUri: string };

interface App {
  readonly id: string;
  readonly secret: string;
}

/** The installation's app at Meta. Throws 400 ERR_PROVIDER_AUTH when the provider has set none up. */
export function metaApp(installation: Installation): App {
  const id = installationSetting(installation, "metaAppId");
  const secret = installationSetting(installation, "metaAppSecret");
  if (id === "" || secret === "") throw providerRefused("metaAppId and metaAppSecret are not set");
  return { id, secret };
}

/**
 * A token that lives long. Tokens of a browser live for an hour; those of pages made with a long-lived one do not end
 * by themselves. Throws GraphError, 400 ERR_PROVIDER_AUTH.
 */
export async function longLived(installation: Installation, graph: Graph, brought: Brought): Promise<string> {
  const { id, secret } = metaApp(installation);
  const app = { client_id: id, client_secret: secret };
  const body =
    "token" in brought
      ? { grant_type: "fb_exchange_token", ...app, fb_exchange_token: brought.token }
      : { ...app, code: brought.code, redirect_uri: brought.redirectUri };
  const answer = await graph.call({ method: "POST", path: "oauth/access_token", body });
  const token = textOf(answer["access_token"]);
  if (token === "") throw providerRefused("no token");
  return token;
}

/** Whatever the provider says no to is one answer to the person who connects. Throws 400 ERR_PROVIDER_AUTH. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw providerRefused(error.message);
    throw error;
  }
}
