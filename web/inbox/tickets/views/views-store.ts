import { computed, effect, signal } from "@preact/signals-react";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { everyCondition } from "#inbox/conditions/shape/contract.ts";
import { BUILT_IN_VIEWS, DEFAULT_BAR, FIGURE_VIEWS, MAX_BAR } from "#inbox/ticket-views/built-in/contract.ts";
import type { ViewAnswer } from "#inbox/ticket-views/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import { text } from "#web/i18n/dictionary.ts";
import type { ListFilter } from "#web/inbox/tickets/list/list-filter.ts";
import { viewEvaluator } from "#web/inbox/tickets/list/list-membership.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { currentUser, lists } from "#web/inbox/tickets/store.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { atMostEvery } from "./at-most-every.ts";
import { viewTexts } from "./locales/index.ts";
import { viewMembership } from "./view-membership.ts";
import { viewCalls } from "./views-api.ts";

/** How often the page asks the server for a view and for the counts, ms. */
const ASK_MS = 5000;

/** The stored views that the user sees. */
export const viewList = new DefinitionList<ViewAnswer>({
  path: "/ticket-views",
  name: "views",
  channel: "ticket-view",
});

export interface KnownView {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  readonly conditions: Conditions;
  readonly sort: TicketSort;
  /** Null for a built-in view. */
  readonly stored: ViewAnswer | null;
}

type BuiltInName = "urgent" | "overdue" | "unread" | "participating" | "mentioned" | "snoozed";

/** The built-in views, then the stored ones. */
export const knownViews = computed<readonly KnownView[]>(() => [
  ...Object.entries(BUILT_IN_VIEWS).map(([id, view]) => ({
    ...view,
    id,
    name: text(viewTexts, `built.${id as BuiltInName}`),
    stored: null,
  })),
  ...viewList.all.value.map((view) => ({ ...view, id: String(view.id), stored: view })),
]);

type FigureName = "dashboard_pending" | "dashboard_open";
/** The tickets behind figures of the dashboard; they are on the bar only while they are open. */
export const figureViews = computed<readonly KnownView[]>(() =>
  Object.entries(FIGURE_VIEWS).map(([id, view]) => ({
    ...view,
    id,
    name: text(viewTexts, `built.${id as FigureName}`),
    stored: null,
  })),
);

/** The stored view of this id, if the user may change it; reads signals. */
export function editableView(viewId: string | null): ViewAnswer | undefined {
  const view = viewList.all.value.find(({ id }) => String(id) === viewId);
  return view && (!view.shared || currentUser.value.isAdmin) ? view : undefined;
}

/** Ids on the user's bar, in order. */
const barIds = computed<readonly string[]>(() => {
  const chosen = preferences.of("viewBar");
  return chosen.length > 0 ? chosen : DEFAULT_BAR;
});
export const barViews = computed(() =>
  barIds.value.flatMap((id) => knownViews.value.find((view) => view.id === id) ?? []).slice(0, MAX_BAR),
);

/** Shows these views on the bar. */
export function setBar(ids: readonly string[]): void {
  // Offline the bar is kept in this browser and sent later.
  preferences.set({ viewBar: ids.slice(0, MAX_BAR) as string[] }).catch(() => undefined);
}

/** Shows the tickets of a view; a second call for the same view returns to the list of own tickets. */
export function openView({ id, sort }: Pick<KnownView, "id" | "sort">): void {
  changeFilter({ view: "custom", viewId: id, viewSort: sort, connections: [] });
}

/** Number of tickets by view. */
export const viewCounts = signal<Readonly<Record<string, number>>>({});
const askCounts = atMostEvery(ASK_MS, () => {
  const asker = session.user.peek()?.id;
  // No request while the socket is offline: either the session is ending, or `onResync` repeats the request later.
  if (asker === undefined || socket.state.peek() === "offline") return;
  viewCalls.counts().then(
    (counts) => {
      if (asker === session.user.peek()?.id) viewCounts.value = counts;
    },
    // A failed request is ignored: the next change repeats it.
    () => undefined,
  );
});
const askList = atMostEvery(ASK_MS, () => {
  if (lists.filter.peek()?.view === "custom") lists.refresh();
});

/** Whether a view contains a changed ticket: by the conditions, as the server evaluates them. */
function contains(ticket: TicketAnswer, { viewId }: ListFilter, user: Person): "in" | "out" | "stay" {
  const view = [...knownViews.peek(), ...figureViews.peek()].find(({ id }) => id === viewId);
  if (!view) return "stay";
  const known = { user, fields: fieldList.all.peek(), now: Date.now() };
  const membership = viewMembership(ticket, view.conditions, known);
  if (membership !== "unknown") return membership;
  askList();
  return "stay";
}

/** Whether the passing of time alone changes the tickets of a view. */
const changesByTime = ({ conditions }: KnownView): boolean =>
  everyCondition(conditions).some(({ field }) => field.endsWith("_minutes"));

const namesContact = ({ conditions }: KnownView): boolean =>
  everyCondition(conditions).some(({ field }) => field.startsWith("contact."));

/**
 * Call it when a contact has another name or number: views that select by these may have other tickets, including tickets that
 * are not loaded.
 */
function contactChanged(): void {
  if (barViews.peek().some(namesContact)) askCounts();
  const filter = lists.filter.peek();
  const shown = filter?.view === "custom" && knownViews.peek().find(({ id }) => id === filter.viewId);
  if (shown && namesContact(shown)) askList();
}

let isStarted = false;
/** Loads the views, and follows what changes them and their counts. Called once. */
export function startViews(): void {
  void viewList.need();
  void fieldList.need();
  askCounts();
  if (isStarted) return;
  isStarted = true;
  viewEvaluator.evaluate = contains;
  let person = session.user.peek()?.id;
  effect(() => {
    const next = session.user.value?.id;
    if (next === person) return;
    person = next;
    viewCounts.value = {};
  });
  socket.on("ticket", askCounts);
  socket.on("appMessage", ({ action }) => action === "create" && askCounts());
  socket.on("contact", contactChanged);
  socket.onResync(askCounts);
  effect(() => {
    if (barViews.value.length > 0) askCounts();
  });
  // Another order or other conditions: the open view is read again.
  effect(() => {
    const filter = lists.filter.value;
    const shown =
      filter?.view === "custom"
        ? viewList.all.value.find(({ id }) => String(id) === filter.viewId)
        : undefined;
    if (shown && shown.sort !== filter?.viewSort) changeFilter({ viewSort: shown.sort });
    else if (shown) askList();
  });
  setInterval(() => {
    const filter = lists.filter.peek();
    const shown = filter?.view === "custom" && knownViews.peek().find(({ id }) => id === filter.viewId);
    if (!shown || document.visibilityState === "hidden") return;
    if (changesByTime(shown)) askList();
  }, 60_000);
}
