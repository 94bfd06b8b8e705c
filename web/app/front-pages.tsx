import { billingTexts } from "#web/billing/locales/index.ts";
import { confirmTexts } from "#web/confirm/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { legalTexts } from "#web/legal/locales/index.ts";
import { loginTexts } from "#web/login/locales/index.ts";
import { recoveryTexts } from "#web/recovery/locales/index.ts";
import { setupTexts } from "#web/setup/locales/index.ts";
import { signupTexts } from "#web/signup/locales/index.ts";
import { subscriptionTexts } from "#web/subscription/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

/** Pages for whoever is not signed in, or may do nothing but pay. */
const waiting = () => <PageSkeleton />;

export const LoginPage = later(
  async () => {
    const [page] = await Promise.all([import("#web/login/page.tsx"), preloadTexts(loginTexts)]);
    return page.LoginPage;
  },
  waiting,
  { isFirst: true },
);

export const RecoveryPage = later(async () => {
  const [page] = await Promise.all([import("#web/recovery/page.tsx"), preloadTexts(recoveryTexts)]);
  return page.RecoveryPage;
}, waiting);

export const ConfirmPage = later(async () => {
  const [page] = await Promise.all([import("#web/confirm/page.tsx"), preloadTexts(confirmTexts)]);
  return page.ConfirmPage;
}, waiting);

export const SetupPage = later(async () => {
  const [page] = await Promise.all([import("#web/setup/page.tsx"), preloadTexts(setupTexts)]);
  return page.SetupPage;
}, waiting);

export const SignupPage = later(async () => {
  const texts = preloadTexts(signupTexts, billingTexts);
  const [page] = await Promise.all([import("#web/signup/page.tsx"), texts]);
  return page.SignupPage;
}, waiting);

export const LegalPage = later(async () => {
  const [page] = await Promise.all([import("#web/legal/page.tsx"), preloadTexts(legalTexts)]);
  return page.LegalPage;
}, waiting);

export const ExpiredPage = later(async () => {
  const [page] = await Promise.all([
    import("#web/subscription/expired-page.tsx"),
    preloadTexts(subscriptionTexts, billingTexts),
  ]);
  return page.ExpiredPage;
}, waiting);
