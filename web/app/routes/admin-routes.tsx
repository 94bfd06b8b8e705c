import { Route, Switch } from "wouter";
import { auditTexts } from "#web/accounts/audit/locales/index.ts";
import { legalTexts } from "#web/accounts/legal/locales/index.ts";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { usersTexts } from "#web/accounts/users/locales/index.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { automationTexts } from "#web/automation/automation-page/locales/index.ts";
import { integrationTexts } from "#web/automation/integrations/locales/index.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { promptTexts } from "#web/automation/prompts/locales/index.ts";
import { ruleTexts } from "#web/automation/rules/locales/index.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { costTexts } from "#web/inbox/costs/locales/index.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import { satisfactionTexts } from "#web/inbox/reports/satisfaction/locales/index.ts";
import { slaPolicyTexts } from "#web/inbox/sla/locales/index.ts";
import { resolutionTexts } from "#web/inbox/tickets/resolutions/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { fileTexts } from "#web/outreach/file-lists/locales/index.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { AdminOnly } from "./admin-only.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";

const ConnectionsPage = lazyPage(async () => {
  const texts = preloadTexts(connectionsTexts, variableTexts);
  const [page] = await Promise.all([import("#web/channels/connections/page.tsx"), texts]);
  return page.ConnectionsPage;
});
const QueuesPage = lazyPage(async () => {
  const texts = preloadTexts(queueTexts, hoursTexts, variableTexts);
  const [page] = await Promise.all([import("#web/accounts/queues/page.tsx"), texts]);
  return page.QueuesPage;
});
const UsersPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/users/page.tsx"), preloadTexts(usersTexts)]);
  return page.UsersPage;
});
const PromptsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/automation/prompts/page.tsx"), preloadTexts(promptTexts)]);
  return page.PromptsPage;
});
const FileListsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/outreach/file-lists/page.tsx"), preloadTexts(fileTexts)]);
  return page.FileListsPage;
});
const IntegrationsPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/automation/integrations/page.tsx"),
    preloadTexts(integrationTexts),
  ]);
  return page.IntegrationsPage;
});
const MessagesApiPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/automation/messages-api/page.tsx"),
    preloadTexts(messagesApiTexts),
  ]);
  return page.MessagesApiPage;
});
const DeliveryLog = lazyPage(async () => {
  const [log] = await Promise.all([
    import("#web/automation/integrations/log-dialog.tsx"),
    preloadTexts(integrationTexts),
  ]);
  return log.LogDialog;
});
const SettingsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/accounts/settings/page.tsx"), preloadTexts(settingsTexts)]);
  return page.SettingsPage;
});
const AuditPage = lazyPage(async () => {
  const texts = preloadTexts(auditTexts, settingsTexts);
  const [page] = await Promise.all([import("#web/accounts/audit/page.tsx"), texts]);
  return page.AuditPage;
});
const AutomationPage = lazyPage(async () => {
  const texts = preloadTexts(automationTexts, ruleTexts, fieldTexts, resolutionTexts, slaPolicyTexts);
  const [page] = await Promise.all([import("#web/automation/automation-page/page.tsx"), texts]);
  return page.AutomationPage;
});
const CostsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/inbox/costs/page.tsx"), preloadTexts(costTexts)]);
  return page.CostsPage;
});
const ReportsPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/inbox/reports/page.tsx"),
    preloadTexts(reportsTexts, satisfactionTexts, workTexts),
  ]);
  return page.ReportsPage;
});
const LegalEditor = lazyPage(async () => {
  const [part] = await Promise.all([import("#web/accounts/legal/editor.tsx"), preloadTexts(legalTexts)]);
  return part.LegalEditor;
});

/** Pages of the company's admins. A page whose feature is not in the plan shows that to every user. */
export function AdminRoutes() {
  return (
    <Switch>
      <Route path="/connections">
        <AdminOnly>
          <ConnectionsPage />
        </AdminOnly>
      </Route>
      <Route path="/queues">
        <AdminOnly>
          <QueuesPage />
        </AdminOnly>
      </Route>
      <Route path="/users">
        <AdminOnly>
          <UsersPage />
        </AdminOnly>
      </Route>
      <Route path="/prompts">
        <FeatureGate flag="useOpenAi">
          <AdminOnly>
            <PromptsPage />
          </AdminOnly>
        </FeatureGate>
      </Route>
      <Route path="/files">
        <AdminOnly>
          <FileListsPage />
        </AdminOnly>
      </Route>
      <Route path="/queue-integration">
        <FeatureGate flag="useIntegrations">
          <AdminOnly>
            <IntegrationsPage />
          </AdminOnly>
        </FeatureGate>
      </Route>
      <Route path="/messages-api">
        <FeatureGate flag="useExternalApi">
          <AdminOnly>
            <MessagesApiPage Log={DeliveryLog} />
          </AdminOnly>
        </FeatureGate>
      </Route>
      <Route path="/settings">
        <AdminOnly>
          <SettingsPage LegalEditor={LegalEditor} />
        </AdminOnly>
      </Route>
      <Route path="/automation">
        <AdminOnly>
          <AutomationPage />
        </AdminOnly>
      </Route>
      <Route path="/costs">
        <AdminOnly>
          <CostsPage />
        </AdminOnly>
      </Route>
      <Route path="/reports">
        <AdminOnly ability="reports:view">
          <ReportsPage />
        </AdminOnly>
      </Route>
      <Route path="/audit">
        <AdminOnly>
          <AuditPage />
        </AdminOnly>
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
