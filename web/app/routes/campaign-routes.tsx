import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { session } from "#web/lib/session/session.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { reportTexts } from "#web/outreach/campaigns/report/locales/index.ts";
import { paceTexts } from "#web/outreach/campaigns/settings/locales/index.ts";
import { listTexts } from "#web/outreach/contact-lists/locales/index.ts";
import { importTexts } from "#web/people/contacts/import/locales/index.ts";
import { AdminOnly } from "./admin-only.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";

const CampaignsPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/outreach/campaigns/page.tsx"),
    preloadTexts(campaignTexts, templateTexts),
  ]);
  return page.CampaignsPage;
});
const CampaignReportPage = lazyPage(async () => {
  const texts = preloadTexts(reportTexts, campaignTexts);
  const [page] = await Promise.all([import("#web/outreach/campaigns/report/page.tsx"), texts]);
  return page.CampaignReportPage;
});
const CampaignSettingsPage = lazyPage(async () => {
  const texts = preloadTexts(paceTexts, campaignTexts, settingsTexts);
  const [page] = await Promise.all([import("#web/outreach/campaigns/settings/page.tsx"), texts]);
  return page.CampaignSettingsPage;
});
const ContactListsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/outreach/contact-lists/page.tsx"), preloadTexts(listTexts)]);
  return page.ContactListsPage;
});
const ContactListItemsPage = lazyPage(async () => {
  const texts = preloadTexts(listTexts, importTexts);
  const [page] = await Promise.all([import("#web/outreach/contact-lists/items/page.tsx"), texts]);
  return page.ContactListItemsPage;
});

/** The pages of campaigns: they exist only with the flag `cshow` of a company whose plan includes them. */
export function CampaignRoutes() {
  useSignals();
  if (!session.campaigns.value) return <NotFound />;
  return (
    <FeatureGate flag="useCampaigns">
      <Switch>
        <Route path="/contact-lists">
          <ListReaders>
            <ContactListsPage />
          </ListReaders>
        </Route>
        <Route path="/contact-lists/:id/contacts">
          {({ id }) => (
            <ListReaders>
              <ContactListItemsPage key={id} id={Number(id)} />
            </ListReaders>
          )}
        </Route>
        <Route>
          <CampaignPages />
        </Route>
      </Switch>
    </FeatureGate>
  );
}

/** Admins, and the profile NAO, which sees a disabled button (docs/rules/screens.md#contacts). */
function ListReaders({ children }: { readonly children: ReactNode }) {
  useSignals();
  return session.user.value?.profile === "NAO" ? children : <AdminOnly>{children}</AdminOnly>;
}

function CampaignPages() {
  return (
    <AdminOnly>
      <Switch>
        <Route path="/campaigns">
          <CampaignsPage />
        </Route>
        <Route path="/campaign/:id/report">{({ id }) => <CampaignReportPage id={Number(id)} />}</Route>
        <Route path="/campaigns-config">
          <CampaignSettingsPage />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </AdminOnly>
  );
}
