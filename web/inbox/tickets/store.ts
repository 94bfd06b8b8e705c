import { computed, effect, signal } from "@preact/signals-react";
import type { DraftAnswer } from "#inbox/drafts/contract.ts";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer, TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { DraftSync } from "#web/inbox/drafts/draft-sync.ts";
import { fetchDrafts, saveDraft } from "#web/inbox/drafts/drafts-api.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { editMessage, fetchMessages, sendMessage } from "#web/inbox/messages/messages-api.ts";
import { KeptFiles } from "#web/inbox/messages/outbox/kept-files.ts";
import { Outbox } from "#web/inbox/messages/outbox/outbox-model.ts";
import { keepUnsent, restoreUnsent, unsentKey } from "#web/inbox/messages/outbox/unsent.ts";
import { forgetStars, learnStars } from "#web/inbox/messages/stars/stars.ts";
import { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { isSigned } from "#web/inbox/messages/text/signature.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { ownStorageScope, session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { joinAllTickets } from "#web/lib/socket/ticket-rooms.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { indexedFiles } from "#web/lib/storage/file-store.ts";
import { storageScopeOf } from "#web/lib/storage/storage-scope.ts";
import { createHistoryScope } from "./conversation/history-scope.ts";
import { TicketViewModel } from "./conversation/ticket-view-model.ts";
import { followNames } from "./follow-names.ts";
import { createPresence } from "./header/presence-model.ts";
import { afterList } from "./list/after-list.ts";
import { createCounts } from "./list/counts-model.ts";
import { listMembership } from "./list/list-membership.ts";
import { createListSorts, followOrders } from "./list/list-sort.ts";
import { Pins } from "./list/pins.ts";
import { TicketLists } from "./list/ticket-lists-model.ts";
import { Lru } from "./lru.ts";
import { addNote } from "./participants/notes-api.ts";
import { colleagues, queues, tags } from "./reference-data.ts";
import {
  fetchCounts,
  fetchElsewhere,
  fetchEvents,
  fetchNotes,
  fetchPins,
  fetchTickets,
} from "./tickets-api.ts";
import { updateTags } from "./update-tags.ts";

/** Number of cached conversations; a cached one is shown without loading. */
const CACHED_VIEWS = 30;

/** The signed-in user, as the permissions of tickets need it. */
export const currentUser = computed<Person & { readonly isAdmin: boolean }>(() => {
  const user = session.user.value;
  const profile = user?.profile ?? "user";
  const queueIds = user?.queues.map((queue) => queue.id) ?? [];
  return { id: user?.id ?? 0, profile, queueIds, isAdmin: profile === "admin" };
});

/** Every loaded ticket. */
export const tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
/** The order of each list, as the user chose it. */
export const sorts = createListSorts(preferences);
export const lists = new TicketLists({
  tickets,
  fetchPage: fetchTickets,
  currentUser: () => currentUser.peek(),
  sortOf: sorts.of,
});
followOrders(preferences, () => lists.resort());
export const pins = new Pins({ tickets, fetchPins });

const NO_TICKETS: readonly TicketAnswer[] = [];
/** The pinned tickets of the list on screen (docs/rules/triage.md#pins). */
export const pinnedRows = computed(() => {
  const filter = lists.filter.value;
  if (!filter || (filter.view !== "attending" && filter.view !== "waiting")) return NO_TICKETS;
  const rows = pins.tickets.value.filter(
    (ticket) => listMembership(ticket, filter, currentUser.value) === "in",
  );
  return rows.length === 0 ? NO_TICKETS : rows;
});
/** The rows of the list on screen: the pinned tickets, then the others in the order of the list. */
export const shownRows = computed(() => {
  const rows = lists.current.value?.items.value ?? NO_TICKETS;
  const pinned = pinnedRows.value;
  if (pinned.length === 0) return rows;
  const ids = new Set(pinned.map(({ id }) => id));
  return [...pinned, ...rows.filter(({ id }) => !ids.has(id))];
});
export const counts = createCounts(fetchCounts, Date.now);
export const presence = createPresence(
  (ticketId) => socket.typing(ticketId),
  () => currentUser.peek().id,
  Date.now,
);
/** The ticket on screen. */
export const shownTicketId = signal<number | null>(null);

const keptFiles = new KeptFiles(indexedFiles(), ownStorageScope, Date.now);

export const outbox = new Outbox({
  send: sendMessage,
  onStored: receive,
  newId: () => crypto.randomUUID(),
  now: Date.now,
  keep: (message) => {
    if (!keptFiles.keep(message)) keepUnsent(drafts, message);
  },
  forget(message) {
    keptFiles.forget(message);
    drafts.remove(unsentKey(message));
  },
});

/** The user's drafts on the server (docs/rules/drafts.md). A support session has none. */
export const draftSync = new DraftSync({ drafts, save: saveDraft, fetchAll: fetchDrafts });

const ticketViews = new Lru<TicketViewModel>({
  size: CACHED_VIEWS,
  make: makeTicketView,
  onDrop: (view) => view.composer.flush(),
  isPinned: (ticketId) => ticketId === shownTicketId.peek() || hasFiles(ticketId),
});

/** The view model of a ticket, from the cache or new. */
export function ticketViewOf(ticketId: number): TicketViewModel {
  return ticketViews.use(ticketId);
}

/**
 * Whether a cached conversation has chosen files that are not sent yet; it must not be evicted, because they exist
 * nowhere else.
 */
function hasFiles(ticketId: number): boolean {
  return (ticketViews.peek(ticketId)?.composer.attachments.peek().length ?? 0) > 0;
}

function makeTicketView(ticketId: number): TicketViewModel {
  const ticket = tickets.signal(ticketId);
  const scope = createHistoryScope({
    ticketId,
    ticket,
    connection: (id) => {
      const known = connections.items.peek(id);
      return known && { id, name: known.name, channel: known.channel };
    },
  });
  const view: TicketViewModel = new TicketViewModel({
    ticketId,
    ticket,
    conversation: new Conversation({
      ticketId,
      fetchPage: (where) => fetchMessages(ticketId, where, scope.shown.peek()),
      onPage: (page) => {
        lists.place(page.ticket);
        scope.learn(page);
        learnStars(page.messages, page.starred);
      },
      afterPaint,
    }),
    scope,
    composer: new Composer({
      ticketId,
      channel: () => ticket.peek()?.channel ?? "whatsapp",
      drafts,
      send: (content) => {
        outbox.add(content);
        view.conversation.clearUnread();
      },
      addNote: (text) => view.addNote(text),
      edit: async (message, text) => void (await editMessage(message.id, text)),
      tellTyping: () => presence.tellTyping(),
      newId: () => crypto.randomUUID(),
      previewOf: (file) => URL.createObjectURL(file),
      endPreview: (address) => URL.revokeObjectURL(address),
    }),
    outgoing: outbox.entries,
    author: () => {
      const user = session.user.value;
      return { id: user?.id ?? 0, name: user?.name ?? "", signs: user ? isSigned(user) : true };
    },
    addNote,
    fetchNotes,
    fetchEvents,
    fetchElsewhere,
  });
  void keptFiles.follow(ticketId, view.composer, view.conversation.messages);
  return view;
}

/** Adds a message from a response or an event to every conversation whose scope contains it. */
function receive(message: MessageAnswer): void {
  for (const { scope, conversation } of ticketViews.values()) {
    if (scope.holds(message)) conversation.apply(message);
    else scope.noticed(message);
  }
}

function handleMessage(event: EventData): void {
  if (event.action === "delete") {
    for (const { conversation } of ticketViews.values()) conversation.remove(Number(event["messageId"]));
    return;
  }
  const message = event["message"] as MessageAnswer;
  receive(message);
  outbox.stored(message.clientMessageId);
  lists.applyMessage(event);
  presence.wrote(message.userId);
  if (event.action === "create") counts.touch();
}

function handleTicket(event: EventData): void {
  if (event.action === "pins") return void pins.reload();
  lists.applyTicket(event);
  counts.touch();
  // Other permissions: pinned tickets may have become visible or invisible.
  if (event.action === "reload") void pins.reload();
  const ticket = event["ticket"] as TicketAnswer | undefined;
  if (ticket) {
    ticketViews.peek(ticket.id)?.follow(ticket.id === shownTicketId.peek());
    // The conversations of the contact's other tickets also show changes of this ticket.
    for (const view of ticketViews.values())
      if (view.ticket.peek()?.contactId === ticket.contactId) view.scheduleNotesAndEvents();
  } else if (event.action === "delete") {
    ticketViews.drop(Number(event["ticketId"]));
    pins.drop(Number(event["ticketId"]));
  }
  if (ticket?.status === "closed") pins.drop(ticket.id);
}

/** Saves what is being written at once: the ticket is left, or the page is hidden. */
export function saveDrafts(): void {
  const shown = shownTicketId.peek();
  if (shown !== null) ticketViews.peek(shown)?.composer.flush();
  draftSync.saveAll();
}

/** Events may have been missed: reloads what is on screen. */
function resync(): void {
  if (draftSync.isStarted) void draftSync.start();
  lists.refresh();
  void counts.refresh();
  void pins.reload();
  outbox.resume();
  const shown = shownTicketId.peek();
  for (const other of ticketViews.values()) if (other.ticketId !== shown) other.conversation.forget();
  const view = shown === null ? undefined : ticketViews.peek(shown);
  if (view?.conversation.state.peek() === "ready") void view.conversation.refresh();
  void view?.refreshNotesAndEvents();
}

/** Another user signs in: removes everything of the previous one from the page. */
function forget(): void {
  tickets.clear();
  forgetStars();
  lists.forget();
  pins.forget();
  ticketViews.clear();
  outbox.entries.value = [];
  counts.forget();
  for (const referenceList of [queues, tags, colleagues]) referenceList.forget();
}

// Lists and conversations stay in memory for the whole visit, so the rooms of tickets are never left.
joinAllTickets(socket);
socket.on("ticket", handleTicket);
socket.on("appMessage", handleMessage);
socket.on("ticket-note", ({ action, note }) => {
  const changed = note as TicketNoteAnswer;
  for (const view of ticketViews.values())
    if (action === "delete") view.removeNoteFromView(changed.id);
    else if (view.ticket.peek()?.contactId === changed.contactId) view.showNote(changed);
});
socket.on("tag", (event) => updateTags(tickets, event));
followNames(socket, tickets, lists);
socket.on("presence", (event) => presence.apply(event));
socket.on("draft", (event) => draftSync.receive(event["draft"] as DraftAnswer));
socket.onResync(() => afterList(lists.current, resync));
globalThis.addEventListener?.("online", () => outbox.resume());
socket.state.subscribe((state) => {
  if (state !== "online") return;
  outbox.resume();
  draftSync.saveAll();
});
globalThis.document?.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") saveDrafts();
});

let person: string | null = null;
effect(() => {
  const next = session.user.value ? storageScopeOf(session.user.value) : null;
  if (next === person) return;
  if (person !== null) forget();
  if (next !== null) void keptFiles.unsent().then((left) => outbox.restore(left));
  person = next;
});
effect(() => outbox.restore(restoreUnsent(drafts.all.value)));
draftSync.follow(drafts.isLoaded);
