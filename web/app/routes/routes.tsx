import { useSignals } from "@preact/signals-react/runtime";
import { Suspense, useDeferredValue } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { loginTexts } from "#web/accounts/login/locales/index.ts";
import { Shell } from "#web/app/shell/shell.tsx";
import { Starting } from "#web/app/shell/starting.tsx";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { dashboardTexts } from "#web/inbox/dashboard/locales/index.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { shareTexts } from "#web/inbox/share/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { isProvider } from "#web/lib/session/dashboard-path.ts";
import { type SessionState, session } from "#web/lib/session/session.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { returnPath } from "./return-path.ts";

const TicketsPage = lazyPage(
  async () => {
    const texts = preloadTexts(ticketTexts, messages, contactTexts);
    const [page] = await Promise.all([import("#web/inbox/tickets/page.tsx"), texts]);
    return page.TicketsPage;
  },
  { isFirst: true },
);
const LoginPage = lazyPage(
  async () => {
    const [page] = await Promise.all([import("#web/accounts/login/page.tsx"), preloadTexts(loginTexts)]);
    return page.LoginPage;
  },
  { isFirst: true },
);
const DashboardPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/inbox/dashboard/page.tsx"), preloadTexts(dashboardTexts)]);
  return page.DashboardPage;
});
const CampaignRoutes = lazyPage(async () => (await import("./campaign-routes.tsx")).CampaignRoutes);
const ProviderRoutes = lazyPage(async () => (await import("./provider-routes.tsx")).ProviderRoutes);
const SharePage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/inbox/share/page.tsx"), preloadTexts(shareTexts)]);
  return page.SharePage;
});
const ExpiredPage = lazyPage(async () => (await import("./billing-routes.tsx")).ExpiredPage);
const FrontRoutes = lazyPage(async () => (await import("./front-routes.tsx")).FrontRoutes);
const BillingRoutes = lazyPage(async () => (await import("./billing-routes.tsx")).BillingRoutes);
const StaffRoutes = lazyPage(async () => (await import("./staff-routes.tsx")).StaffRoutes);
const AdminRoutes = lazyPage(async () => (await import("./admin-routes.tsx")).AdminRoutes);

/** Starts to load the page that this visit will most likely show, in parallel with the session request. */
export function preloadFirstPage(path: string): void {
  if (path === "/") DashboardPage.preload();
  else if (path.startsWith("/tickets")) TicketsPage.preload();
}

/**
 * A returning user sees the logo until shell and page are rendered, in steps between which the browser handles input.
 * Later changes render at once.
 */
function useSessionState(): SessionState {
  useSignals();
  const now = session.state.value;
  const drawn = useDeferredValue(now);
  return now === "in" && drawn === "starting" ? drawn : now;
}

/** Routes of all pages, with the users who may see each (docs/rules/screens.md#routes). */
export function Routes() {
  useSignals();
  const [location] = useLocation();
  const state = useSessionState();
  if (state === "starting" || state === "unreachable") return <Starting />;
  const signedIn = state === "in";
  return (
    <PageBoundary place={location}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          <Route path={/^\/(setup$|recovery$|confirm$|signup$|term$|privacy$|link\/)/}>
            {signedIn && location === "/signup" ? <Redirect to="/" replace /> : <FrontRoutes />}
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
              <Home />
            </Route>
            <Route path="/dashboard">
              <Dashboard />
            </Route>
            <Route path="/tickets/:uuid?">
              <TicketsPage />
            </Route>
            <Route path={/^\/((contacts|kanban|quick-messages|tags|schedules|todolist|helps)$|chats)/}>
              <StaffRoutes />
            </Route>
            <Route
              path={
                /^\/(connections|queues|users|prompts|queue-integration|messages-api|files|settings|audit|costs|automation|reports)$/
              }
            >
              <AdminRoutes />
            </Route>
            <Route path={/^\/(contact-lists|campaign)/}>
              <CampaignRoutes />
            </Route>
            <Route path="/share">
              <SharePage />
            </Route>
            <Route path={/^\/(subscription$|financeiro)/}>
              <BillingRoutes />
            </Route>
            <Route path={/^\/(cockpit|companies|announcements|rates)$/}>
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

/** The first page after login: the cockpit, the dashboard or the tickets, depending on the user's abilities. */
function Home() {
  useSignals();
  return isProvider(session.user.value) ? <Redirect to="/cockpit" replace /> : <Dashboard />;
}

function Dashboard() {
  useSignals();
  return session.can("dashboard:view") ? <DashboardPage /> : <Redirect to="/tickets" replace />;
}

/** The current address, for the return after login. */
function here(): string {
  const { pathname, search } = globalThis.location;
  return pathname === "/login" ? "/" : pathname + search;
}
