import { Route, Switch } from "wouter";
import { chatTexts } from "#web/chats/locales/index.ts";
import { importTexts } from "#web/contacts/import/locales/index.ts";
import { contactListTexts } from "#web/contacts/list/locales/index.ts";
import { contactTexts } from "#web/contacts/locales/index.ts";
import { firstStepsTexts } from "#web/first-steps/locales/index.ts";
import { helpsTexts } from "#web/helps/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { kanbanTexts } from "#web/kanban/locales/index.ts";
import { messages } from "#web/messages/locales/index.ts";
import { quickReplyTexts } from "#web/quick-replies/locales/index.ts";
import { scheduleTexts } from "#web/schedules/locales/index.ts";
import { tagTexts } from "#web/tags/locales/index.ts";
import { templateTexts } from "#web/templates/locales/index.ts";
import { ticketTexts } from "#web/tickets/locales/index.ts";
import { todoTexts } from "#web/todo/locales/index.ts";
import { later } from "#web/ui/later.tsx";
import { variableTexts } from "#web/variables/locales/index.ts";
import { FeatureGate } from "./feature-gate.tsx";
import { NotFound } from "./not-found.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

const waiting = () => <PageSkeleton />;
const QuickRepliesPage = later(async () => {
  const texts = preloadTexts(quickReplyTexts, variableTexts);
  const [page] = await Promise.all([import("#web/quick-replies/page.tsx"), texts]);
  return page.QuickRepliesPage;
}, waiting);
const TagsPage = later(async () => {
  const [page] = await Promise.all([import("#web/tags/page.tsx"), preloadTexts(tagTexts)]);
  return page.TagsPage;
}, waiting);
const SchedulesPage = later(async () => {
  const [page] = await Promise.all([
    import("#web/schedules/page.tsx"),
    preloadTexts(scheduleTexts, contactTexts, variableTexts, templateTexts),
  ]);
  return page.SchedulesPage;
}, waiting);
const TodoPage = later(async () => {
  const [page] = await Promise.all([import("#web/todo/page.tsx"), preloadTexts(todoTexts)]);
  return page.TodoPage;
}, waiting);
const HelpsPage = later(async () => {
  const [page] = await Promise.all([
    import("#web/helps/page.tsx"),
    preloadTexts(helpsTexts, firstStepsTexts),
  ]);
  return page.HelpsPage;
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

/** Pages that everybody of the staff has beside the tickets. */
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
