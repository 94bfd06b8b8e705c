import { useSignals } from "@preact/signals-react/runtime";
import { Suspense } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { chatTexts } from "#web/chats/locales/index.ts";
import { importTexts } from "#web/contacts/import/locales/index.ts";
import { contactListTexts } from "#web/contacts/list/locales/index.ts";
import { contactTexts } from "#web/contacts/locales/index.ts";
import { dashboardTexts } from "#web/dashboard/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { kanbanTexts } from "#web/kanban/locales/index.ts";
import { session } from "#web/lib/session.ts";
import { messages } from "#web/messages/locales/index.ts";
import { ticketTexts } from "#web/tickets/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import {
  ConfirmPage,
  ExpiredPage,
  LegalPage,
  LoginPage,
  RecoveryPage,
  SetupPage,
  SignupPage,
} from "./front-pages.tsx";
import { NotFound } from "./not-found.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { returnPath } from "./return-path.ts";
import { Shell } from "./shell.tsx";
import { Starting } from "./starting.tsx";

const waiting = () => <PageSkeleton />;
const TicketsPage = later(
  async () => {
    const texts = preloadTexts(ticketTexts, messages, contactTexts);
    const [page] = await Promise.all([import("#web/tickets/page.tsx"), texts]);
    return page.TicketsPage;
  },
  waiting,
  { isFirst: true },
);
const DashboardPage = later(async () => {
  const [page] = await Promise.all([import("#web/dashboard/page.tsx"), preloadTexts(dashboardTexts)]);
  return page.DashboardPage;
}, waiting);
const StartConversation = later(async () => {
  const texts = preloadTexts(ticketTexts);
  const [part] = await Promise.all([import("#web/tickets/start-conversation.tsx"), texts]);
  return part.default;
});
const ContactsPage = later(async () => {
  const texts = preloadTexts(contactTexts, contactListTexts, importTexts);
  const [page] = await Promise.all([import("#web/contacts/list/page.tsx"), texts]);
  return page.ContactsPage;
}, waiting);
const KanbanPage = later(async () => {
  // Cards speak with the words of the ticket list.
  const texts = preloadTexts(kanbanTexts, ticketTexts, messages);
  const [page] = await Promise.all([import("#web/kanban/page.tsx"), texts]);
  return page.KanbanPage;
}, waiting);
const ChatsPage = later(async () => {
  const texts = preloadTexts(chatTexts, messages);
  const [page] = await Promise.all([import("#web/chats/page.tsx"), texts]);
  return page.ChatsPage;
}, waiting);
const CampaignRoutes = later(async () => (await import("./campaign-routes.tsx")).CampaignRoutes, waiting);
const ProviderRoutes = later(async () => (await import("./provider-routes.tsx")).ProviderRoutes, waiting);
const BillingRoutes = later(async () => (await import("./billing-routes.tsx")).BillingRoutes, waiting);
const StaffRoutes = later(async () => (await import("./staff-routes.tsx")).StaffRoutes, waiting);
const AdminRoutes = later(async () => (await import("./admin-routes.tsx")).AdminRoutes, waiting);

/** Begins to fetch the page this visit will most likely show, beside the question who visits. */
export function preloadFirstPage(path: string): void {
  if (path === "/") DashboardPage.preload();
  else if (path.startsWith("/tickets")) TicketsPage.preload();
}

/** Which page an address shows, and who may see it (specification 000 section 2). */
export function Routes() {
  useSignals();
  const [location] = useLocation();
  const state = session.state.value;
  if (state === "starting" || state === "unreachable") return <Starting />;
  const signedIn = state === "in";
  return (
    <PageBoundary place={location}>
      <Suspense fallback={<PageSkeleton />}>
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
          <Route path="/signup">{signedIn ? <Redirect to="/" replace /> : <SignupPage />}</Route>
          <Route path="/term">
            <LegalPage page="term" />
          </Route>
          <Route path="/privacy">
            <LegalPage page="privacy" />
          </Route>
          <Route path="/login">{signedIn ? <Redirect to={returnPath()} replace /> : <LoginPage />}</Route>
          <Route>
            {signedIn ? <PrivateRoutes /> : <Redirect to="/login" replace state={{ from: here() }} />}
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}

function PrivateRoutes() {
  useSignals();
  const [location] = useLocation();
  if (session.expired.value) return <ExpiredPage />;
  return (
    <Shell>
      <PageBoundary place={location}>
        <Suspense fallback={<PageSkeleton />}>
          <Switch>
            <Route path="/">
              {session.can("dashboard:view") ? <DashboardPage /> : <Redirect to="/tickets" replace />}
            </Route>
            <Route path="/tickets/:uuid?">
              <TicketsPage />
            </Route>
            <Route path="/contacts">
              <ContactsPage Conversation={StartConversation} />
            </Route>
            <Route path="/kanban">
              <FeatureGate flag="useKanban">
                <KanbanPage />
              </FeatureGate>
            </Route>
            <Route path="/chats/:uuid?">
              <FeatureGate flag="useInternalChat">
                <ChatsPage />
              </FeatureGate>
            </Route>
            <Route path={/^\/(quick-messages|tags|schedules|todolist|helps)$/}>
              <StaffRoutes />
            </Route>
            <Route path={/^\/(connections|queues|users|prompts|queue-integration|files|settings)$/}>
              <AdminRoutes />
            </Route>
            <Route path={/^\/(contact-lists|campaign)/}>
              <CampaignRoutes />
            </Route>
            <Route path={/^\/(subscription$|financeiro)/}>
              <BillingRoutes />
            </Route>
            <Route path={/^\/(cockpit|announcements)$/}>
              <ProviderRoutes />
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </PageBoundary>
    </Shell>
  );
}

/** The address as it stands, to come back to after login. */
function here(): string {
  const { pathname, search } = globalThis.location;
  return pathname === "/login" ? "/" : pathname + search;
}
