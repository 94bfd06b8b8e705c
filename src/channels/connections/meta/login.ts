import { installationSetting } from "#accounts/settings/index.ts";
import type { FacebookLogin } from "#channels/connections/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Permissions for pages: list them, read and answer their messages and those of their Instagram accounts. */
const PAGE_SCOPES = [
  "pages_show_list",
  "pages_messaging",
  "pages_manage_metadata",
  "instagram_basic",
  "instagram_manage_messages",
  "business_management",
];
/** Permissions for official numbers: send, receive, read and create templates. */
const NUMBER_SCOPES = ["whatsapp_business_management", "whatsapp_business_messaging", "business_management"];
/**
 * Embedded Sign-up, also for numbers that stay in the WhatsApp Business app. Without a version Meta assumes v2, which
 * it has switched off.
 */
const SIGN_UP = {
  setup: {},
  version: "v4",
  featureType: "whatsapp_business_app_onboarding",
  sessionInfoVersion: "3",
};

/** Facebook's login page for this installation's app; the browser adds the redirect address. For admins. */
export function facebookLogin({ tenant }: UserCtx): FacebookLogin {
  const url = dialogOf(tenant.installation);
  url?.searchParams.set("response_type", "token");
  url?.searchParams.set("scope", PAGE_SCOPES.join(","));
  return { loginUrl: url?.href ?? null };
}

/**
 * The same for official numbers. With a configuration of Embedded Sign-up a number can be created there, and the
 * result is a code instead of a token. For admins.
 */
export function officialLogin({ tenant }: UserCtx): FacebookLogin {
  const url = dialogOf(tenant.installation);
  const configId = installationSetting(tenant.installation, "metaConfigId");
  url?.searchParams.set("response_type", configId === "" ? "token" : "code");
  url?.searchParams.set("scope", NUMBER_SCOPES.join(","));
  if (configId !== "") {
    url?.searchParams.set("config_id", configId);
    url?.searchParams.set("override_default_response_type", "true");
    url?.searchParams.set("extras", JSON.stringify(SIGN_UP));
  }
  return { loginUrl: url?.href ?? null };
}

/** Null when no app is configured. */
function dialogOf(installation: Installation): URL | null {
  const appId = installationSetting(installation, "metaAppId");
  const secret = installationSetting(installation, "metaAppSecret");
  if (appId === "" || secret === "") return null;
  const url = new URL(`https://www.facebook.com/${installation.config.metaGraphVersion}/dialog/oauth`);
  url.searchParams.set("client_id", appId);
  return url;
}
