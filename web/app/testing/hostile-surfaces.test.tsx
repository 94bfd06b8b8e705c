import { beforeAll, describe, expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import fc from "fast-check";
import type { ReactNode } from "react";
import type * as v from "valibot";
import { DeliveryPage } from "#automation/integrations/contract.ts";
import { AssistAnswer, RunList } from "#automation/prompts/contract.ts";
import { GapPage } from "#inbox/reconciliation/contract.ts";
import { ScheduleAnswer } from "#inbox/scheduled-messages/contract.ts";
import { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import { ContactTicketPage } from "#inbox/tickets/of-contact/contract.ts";
import { sampleOf } from "#test/helpers/sample.ts";
import { shell } from "#web/app/locales/index.ts";
import { aiHelpTexts } from "#web/automation/ai-help/locales/index.ts";
import { SummaryDialog } from "#web/automation/ai-help/summary-dialog.tsx";
import { TraceDialog } from "#web/automation/ai-help/trace-dialog.tsx";
import { integrationTexts } from "#web/automation/integrations/locales/index.ts";
import { LogDialog } from "#web/automation/integrations/log-dialog.tsx";
import { text as textOf } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { lastWords, messageSummary, waitingWords } from "#web/inbox/messages/bubble/message-summary.ts";
import { ComposerBars } from "#web/inbox/messages/composer/composer-bars.tsx";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { loadLinkFinder } from "#web/inbox/messages/text/find-links.ts";
import { GapList } from "#web/inbox/reconciliation/gap-list.tsx";
import { reconciliationTexts } from "#web/inbox/reconciliation/locales/index.ts";
import { scheduleTexts } from "#web/inbox/schedules/locales/index.ts";
import { scheduleColumns } from "#web/inbox/schedules/schedule-columns.tsx";
import { eventText } from "#web/inbox/tickets/conversation/event-text.ts";
import { ScopeBar } from "#web/inbox/tickets/conversation/scope-bar.tsx";
import { TicketHeader } from "#web/inbox/tickets/header/ticket-header.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { Attendances } from "#web/people/contacts/history/attendances.tsx";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { notificationOf } from "#web/worker/push.ts";
import { failuresAfterLoading, failuresOf } from "./test-failures.tsx";
import { hostileMessage, hostileText } from "./test-hostile.ts";

/** Places outside the conversation that show texts of strangers. */
beforeAll(loadLinkFinder);
await startPortuguese(
  messages,
  ticketTexts,
  shell,
  scheduleTexts,
  aiHelpTexts,
  integrationTexts,
  reconciliationTexts,
  contactListTexts,
);
const RUNS = { numRuns: 60 };
const FEW = { numRuns: 15 };
const KINDS = TicketEventAnswer.entries.kind.options;

describe("hostile content outside the conversation", () => {
  test("ticket heads, reply and edit bars, and the bar of other connections render hostile names and texts", () => {
    fc.assert(
      fc.property(hostileMessage, hostileText, (message, name) => {
        const contact = { id: 1, name, number: name, profilePicUrl: message.mediaUrl };
        const ticket = sampleTicket({ contact, user: { id: 2, name }, tags: [] });
        const page = { isNarrow: false, isDrawerOpen: false, toggleDrawer: () => undefined };
        const shown = sampleMessage({
          ...(message as object),
          id: 1,
          contact: { id: 1, name },
          quotedMsg: null,
          reactions: [],
        });
        const bars = (editing: boolean) =>
          ({
            editing: signal(editing ? shown : null),
            reply: signal(shown),
            escape: () => undefined,
          }) as never;
        const seen = { id: 1, uuid: name, status: "open", user: { id: 9, name }, whatsapp: { id: 1, name } };
        const view = {
          scope: { others: signal([{ id: 1, name }]), shown: signal("all") },
          elsewhere: signal([{ seen }, { seen: null }]),
        };
        expect(
          failuresOf(
            <TicketHeader ticket={ticket} page={page as never} />,
            <ComposerBars composer={bars(false)} contactName={name} />,
            <ComposerBars composer={bars(true)} contactName={name} />,
            <ScopeBar view={view as never} />,
          ),
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  test("notifications of the browser and of devices, bell rows and previews are texts for any content", () => {
    const t = (key: never, values: never) => textOf(messages, key, values);
    fc.assert(
      fc.property(hostileMessage, hostileText, (message, name) => {
        const ticket = sampleTicket({
          lastMessage: message.body,
          lastMessageType: message.mediaType as never,
          lastMessageFromMe: message.fromMe,
        });
        const push = {
          kind: "message",
          language: "pt",
          ticketId: 1,
          uuid: name,
          name,
          text: message.body,
        } as const;
        const { title, options } = notificationOf(push);
        const words = [
          lastWords(ticket, t as never),
          waitingWords(ticket as never, t as never),
          messageSummary(message as never, t as never),
          title,
          options.body,
        ];
        expect(words.map((word) => typeof word)).toEqual(words.map(() => "string"));
      }),
      RUNS,
    );
  });

  test("the text of every ticket event is a text for any names and values", () => {
    const t = (key: never, values: never) => textOf(ticketTexts, key, values);
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), hostileText, hostileText, (kind, name, key) => {
        const names = { queue: () => name, user: () => name, connection: () => name };
        for (const to of [
          {},
          { [key]: name },
          { queue: 1, user: 2, origin: name, userDistributed: 3 },
          { queue: name },
        ]) {
          const event = { id: 1, at: "x", kind, actor: { id: 1, name }, from: to, to } as never;
          expect(typeof eventText(event, names, t as never)).toBe("string");
        }
      }),
      RUNS,
    );
  });

  test("scheduled messages render hostile names and texts in their list", () => {
    const actions = { onEdit: () => undefined, onRemove: () => undefined, onChanged: () => undefined };
    const columns = scheduleColumns((key, values) => textOf(scheduleTexts, key, values), actions);
    fc.assert(
      fc.property(hostileText, (text) => {
        const row = sampleOf(ScheduleAnswer, { id: 1, text }) as never;
        expect(failuresOf(<DataTable label="s" columns={columns} rows={[row]} rowKey={() => 1} />)).toEqual(
          [],
        );
      }),
      FEW,
    );
  });

  const LOADED: readonly (readonly [string, v.GenericSchema, () => ReactNode])[] = [
    ["the history of a contact", ContactTicketPage, () => <Attendances contactId={1} />],
    ["the list of messages found later", GapPage, () => <GapList connectionId={1} />],
    [
      "a summary of a conversation",
      AssistAnswer,
      () => <SummaryDialog ticketId={1} onClose={() => undefined} />,
    ],
    ["the runs of a model", RunList, () => <TraceDialog ticketId={1} onClose={() => undefined} />],
    [
      "the delivery log of an integration",
      DeliveryPage,
      () => <LogDialog integration={{ id: 1, name: "CRM" } as never} onClose={() => undefined} />,
    ],
  ];
  test.each(LOADED)("%s renders hostile texts", async (_name, schema, draw) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        servePage(() => ({ body: sampleOf(schema, { id: 1, text }) }));
        expect(await failuresAfterLoading(draw())).toEqual([]);
      }),
      FEW,
    );
  });
});
