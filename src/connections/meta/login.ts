import type { FacebookLogin } from "#connections/contract.ts";
import { installationSetting } from "#settings/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** What a person allows: their pages, to read and answer on them and on their Instagram accounts. */
const SCOPES = [
  "pages_show_list",
  "pages_messaging",
  "pages_manage_metadata",
  "instagram_basic",
  "instagram_manage_messages",
  "business_management",
];

/** Facebook's login page of this installation's app, to which the browser adds the way back. For admins. */
export function facebookLogin({ tenant }: UserCtx): FacebookLogin {
  const { installation } = tenant;
  const appId = installationSetting(installation, "metaAppId");
  const secret = installationSetting(installation, "metaAppSecret");
  if (appId === "" || secret === "") return { loginUrl: null };
  const url = new URL(`https://www.facebook.com/${installation.config.metaGraphVersion}/dialog/oauth`);
  url.searchParams.set("client_id", appId);
  url.searchParams.set("response_type", "token");
  url.searchParams.set("scope", SCOPES.join(","));
  return { loginUrl: url.href };
}
