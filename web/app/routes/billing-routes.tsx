import { Route, Switch } from "wouter";
import { billingTexts } from "#web/accounts/billing/locales/index.ts";
import { subscriptionTexts } from "#web/accounts/subscription/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";

const InvoicesPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/billing/page.tsx"), preloadTexts(billingTexts)]);
  return page.InvoicesPage;
});
const ReceiptPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/billing/receipt.tsx"), preloadTexts(billingTexts)]);
  return page.ReceiptPage;
});
const SubscriptionPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/accounts/subscription/page.tsx"),
    preloadTexts(subscriptionTexts, billingTexts),
  ]);
  return page.SubscriptionPage;
});

/** Pages for users of an expired company. */
export const ExpiredPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/accounts/subscription/expired-page.tsx"),
    preloadTexts(subscriptionTexts, billingTexts),
  ]);
  return page.ExpiredPage;
});

/** The company's open and paid invoices. */
export function BillingRoutes() {
  return (
    <Switch>
      <Route path="/subscription">
        <SubscriptionPage />
      </Route>
      <Route path="/financeiro/:id">{({ id }) => <ReceiptPage id={Number(id)} />}</Route>
      <Route path="/financeiro">
        <InvoicesPage />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
