import { Route, Switch } from "wouter";
import { billingTexts } from "#web/billing/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { subscriptionTexts } from "#web/subscription/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { NotFound } from "./not-found.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

const waiting = () => <PageSkeleton />;
const InvoicesPage = later(async () => {
  const [page] = await Promise.all([import("#web/billing/page.tsx"), preloadTexts(billingTexts)]);
  return page.InvoicesPage;
}, waiting);
const ReceiptPage = later(async () => {
  const [page] = await Promise.all([import("#web/billing/receipt.tsx"), preloadTexts(billingTexts)]);
  return page.ReceiptPage;
}, waiting);
const SubscriptionPage = later(async () => {
  const [page] = await Promise.all([
    import("#web/subscription/page.tsx"),
    preloadTexts(subscriptionTexts, billingTexts),
  ]);
  return page.SubscriptionPage;
}, waiting);

/** For whoever may do nothing but pay. */
export const ExpiredPage = later(async () => {
  const [page] = await Promise.all([
    import("#web/subscription/expired-page.tsx"),
    preloadTexts(subscriptionTexts, billingTexts),
  ]);
  return page.ExpiredPage;
}, waiting);

/** What the company owes and paid. */
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
