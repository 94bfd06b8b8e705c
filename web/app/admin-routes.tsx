import { Route, Switch } from "wouter";
import { auditTexts } from "#web/audit/locales/index.ts";
import { connectionsTexts } from "#web/connections/locales/index.ts";
import { fileTexts } from "#web/file-lists/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { integrationTexts } from "#web/integrations/locales/index.ts";
import { legalTexts } from "#web/legal/locales/index.ts";
import { messagesApiTexts } from "#web/messages-api/locales/index.ts";
import { hoursTexts } from "#web/opening-hours/locales/index.ts";
import { promptTexts } from "#web/prompts/locales/index.ts";
import { queueTexts } from "#web/queues/locales/index.ts";
import { settingsTexts } from "#web/settings/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { usersTexts } from "#web/users/locales/index.ts";
import { variableTexts } from "#web/variables/locales/index.ts";
import { AdminOnly } from "./admin-only.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { NotFound } from "./not-found.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

const waiting = () => <PageSkeleton />;
const ConnectionsPage = later(async () => {
  const texts = preloadTexts(connectionsTexts, variableTexts);
  const [page] = await Promise.all([import("#web/connections/page.tsx"), texts]);
  return page.ConnectionsPage;
}, waiting);
const QueuesPage = later(async () => {
  const texts = preloadTexts(queueTexts, hoursTexts, variableTexts);
  const [page] = await Promise.all([import("#web/queues/page.tsx"), texts]);
  return page.QueuesPage;
}, waiting);
const UsersPage = later(async () => {
  const [page] = await Promise.all([import("#web/users/page.tsx"), preloadTexts(usersTexts)]);
  return page.UsersPage;
}, waiting);
const PromptsPage = later(async () => {
  const [page] = await Promise.all([import("#web/prompts/page.tsx"), preloadTexts(promptTexts)]);
  return page.PromptsPage;
}, waiting);
const FileListsPage = later(async () => {
  const [page] = await Promise.all([import("#web/file-lists/page.tsx"), preloadTexts(fileTexts)]);
  return page.FileListsPage;
}, waiting);
const IntegrationsPage = later(async () => {
  const [page] = await Promise.all([import("#web/integrations/page.tsx"), preloadTexts(integrationTexts)]);
  return page.IntegrationsPage;
}, waiting);
const MessagesApiPage = later(async () => {
  const [page] = await Promise.all([import("#web/messages-api/page.tsx"), preloadTexts(messagesApiTexts)]);
  return page.MessagesApiPage;
}, waiting);
const DeliveryLog = later(async () => {
  const [log] = await Promise.all([
    import("#web/integrations/log-dialog.tsx"),
    preloadTexts(integrationTexts),
  ]);
  return log.LogDialog;
});
const SettingsPage = later(async () => {
  const [page] = await Promise.all([import("#web/settings/page.tsx"), preloadTexts(settingsTexts)]);
  return page.SettingsPage;
}, waiting);
const AuditPage = later(async () => {
  const texts = preloadTexts(auditTexts, settingsTexts);
  const [page] = await Promise.all([import("#web/audit/page.tsx"), texts]);
  return page.AuditPage;
}, waiting);
const LegalEditor = later(async () => {
  const [part] = await Promise.all([import("#web/legal/editor.tsx"), preloadTexts(legalTexts)]);
  return part.LegalEditor;
});

/** Pages of the company's admins; a feature the plan may not include says so to everybody. */
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
