import { Route, Switch } from "wouter";
import { billingTexts } from "#web/accounts/billing/locales/index.ts";
import { confirmTexts } from "#web/accounts/confirm/locales/index.ts";
import { legalTexts } from "#web/accounts/legal/locales/index.ts";
import { recoveryTexts } from "#web/accounts/recovery/locales/index.ts";
import { setupTexts } from "#web/accounts/setup/locales/index.ts";
import { signupTexts } from "#web/accounts/signup/locales/index.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { passkeyTexts } from "#web/channels/connections/passkey/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { lazyPage } from "./lazy-page.tsx";

const RecoveryPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/recovery/page.tsx"), preloadTexts(recoveryTexts)]);
  return page.RecoveryPage;
});
const ConfirmPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/confirm/page.tsx"), preloadTexts(confirmTexts)]);
  return page.ConfirmPage;
});
const SetupPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/setup/page.tsx"), preloadTexts(setupTexts)]);
  return page.SetupPage;
});
const SignupPage = lazyPage(async () => {
  const texts = preloadTexts(signupTexts, billingTexts);
  const [page] = await Promise.all([import("#web/accounts/signup/page.tsx"), texts]);
  return page.SignupPage;
});
const OwnerLinkPage = lazyPage(async () => {
  const texts = preloadTexts(connectionsTexts, passkeyTexts);
  const [page] = await Promise.all([import("#web/channels/connections/owner-link/page.tsx"), texts]);
  return page.OwnerLinkPage;
});
const LegalPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/legal/page.tsx"), preloadTexts(legalTexts)]);
  return page.LegalPage;
});

/** Pages before login, except the login page itself. */
export function FrontRoutes() {
  return (
    <Switch>
      <Route path="/setup">
        <SetupPage />
      </Route>
      <Route path="/recovery">
        <RecoveryPage />
      </Route>
      <Route path="/confirm">
        <ConfirmPage />
      </Route>
      <Route path="/signup">
        <SignupPage />
      </Route>
      <Route path="/link/:token">{({ token }) => <OwnerLinkPage token={token} />}</Route>
      <Route path="/term">
        <LegalPage page="term" />
      </Route>
      <Route>
        <LegalPage page="privacy" />
      </Route>
    </Switch>
  );
}
