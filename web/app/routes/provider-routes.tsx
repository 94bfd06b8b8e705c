import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import { companyTexts } from "#web/accounts/companies/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { costTexts } from "#web/inbox/costs/locales/index.ts";
import { rateTexts } from "#web/inbox/costs/rates/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { announcementTexts } from "#web/provider/announcements/locales/index.ts";
import { cockpitTexts } from "#web/provider/cockpit/locales/index.ts";
import { LeadAway } from "./feature-gate.tsx";
import { lazyPage } from "./lazy-page.tsx";

const AnnouncementsPage = lazyPage(async () => {
  const texts = preloadTexts(announcementTexts);
  const [page] = await Promise.all([import("#web/provider/announcements/page.tsx"), texts]);
  return page.AnnouncementsPage;
});
const CockpitPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/provider/cockpit/page.tsx"), preloadTexts(cockpitTexts)]);
  return page.CockpitPage;
});

const RatesPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/inbox/costs/rates/page.tsx"),
    preloadTexts(rateTexts, costTexts),
  ]);
  return page.RatesPage;
});
const CompaniesPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/companies/page.tsx"), preloadTexts(companyTexts)]);
  return page.CompaniesPage;
});

/** The provider's pages, for super users. */
export function ProviderRoutes() {
  return (
    <SuperOnly>
      <Switch>
        <Route path="/companies">
          <CompaniesPage />
        </Route>
        <Route path="/rates">
          <RatesPage />
        </Route>
        <Route path="/cockpit">
          <CockpitPage />
        </Route>
        <Route>
          <AnnouncementsPage />
        </Route>
      </Switch>
    </SuperOnly>
  );
}

/**
 * Pages of the provider's staff: other users see a message and are redirected to the first page after a second
 * (docs/rules/screens.md#routes).
 */
export function SuperOnly({ children }: { readonly children: ReactNode }) {
  useSignals();
  return session.user.value?.super ? children : <LeadAway />;
}
