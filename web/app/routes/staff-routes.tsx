import { Route, Switch } from "wouter";
import { templateTexts } from "#web/channels/templates/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { kanbanTexts } from "#web/inbox/kanban/locales/index.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { quickReplyTexts } from "#web/inbox/quick-replies/locales/index.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { todoTexts } from "#web/inbox/todo/locales/index.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { firstStepsTexts } from "#web/operations/first-steps/locales/index.ts";
import { importTexts } from "#web/people/contacts/import/locales/index.ts";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { tagTexts } from "#web/people/tags/locales/index.ts";
import { helpsTexts } from "#web/provider/helps/locales/index.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { FeatureGate } from "./feature-gate.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { NotFound } from "./not-found.tsx";

const QuickRepliesPage = lazyPage(async () => {
  const texts = preloadTexts(quickReplyTexts, variableTexts);
  const [page] = await Promise.all([import("#web/inbox/quick-replies/page.tsx"), texts]);
  return page.QuickRepliesPage;
});
const TagsPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/people/tags/page.tsx"), preloadTexts(tagTexts)]);
  return page.TagsPage;
});
const SchedulesPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/inbox/schedules/page.tsx"),
    preloadTexts(scheduleTexts, contactTexts, variableTexts, templateTexts),
  ]);
  return page.SchedulesPage;
});
const TodoPage = lazyPage(async () => {
  const [page] = await Promise.all([import("#web/inbox/todo/page.tsx"), preloadTexts(todoTexts)]);
  return page.TodoPage;
});
const HelpsPage = lazyPage(async () => {
  const [page] = await Promise.all([
    import("#web/provider/helps/page.tsx"),
    preloadTexts(helpsTexts, firstStepsTexts),
  ]);
  return page.HelpsPage;
});

const StartConversation = lazyLayer(async () => {
  const texts = preloadTexts(ticketTexts);
  const [part] = await Promise.all([import("#web/inbox/tickets/dialogs/start-conversation.tsx"), texts]);
  return part.default;
});
const ContactsPage = lazyPage(async () => {
  const texts = preloadTexts(contactTexts, contactListTexts, importTexts);
  const [page] = await Promise.all([import("#web/people/contacts/list/page.tsx"), texts]);
  return page.ContactsPage;
});
const KanbanPage = lazyPage(async () => {
  // Cards use texts of the ticket list.
  const texts = preloadTexts(kanbanTexts, ticketTexts, messages);
  const [page] = await Promise.all([import("#web/inbox/kanban/page.tsx"), texts]);
  return page.KanbanPage;
});
const ChatsPage = lazyPage(async () => {
  const texts = preloadTexts(chatTexts, messages);
  const [page] = await Promise.all([import("#web/inbox/chats/page.tsx"), texts]);
  return page.ChatsPage;
});

/** Pages for all users, except the ticket page. */
export function StaffRoutes() {
  return (
    <Switch>
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
      <Route path="/quick-messages">
        <QuickRepliesPage />
      </Route>
      <Route path="/tags">
        <TagsPage />
      </Route>
      <Route path="/schedules">
        <FeatureGate flag="useSchedules">
          <SchedulesPage />
        </FeatureGate>
      </Route>
      <Route path="/todolist">
        <TodoPage />
      </Route>
      <Route path="/helps">
        <HelpsPage />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
