import { beforeAll, describe, expect, spyOn, test } from "bun:test";
import { render } from "@testing-library/react";
import fc from "fast-check";
import type { ReactNode } from "react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { text as textOf } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ChatLine } from "#web/inbox/chats/list/chat-line.tsx";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { sampleChat } from "#web/inbox/chats/test-chat.ts";
import { Board } from "#web/inbox/kanban/board.ts";
import { CardBody } from "#web/inbox/kanban/card.tsx";
import { kanbanTexts } from "#web/inbox/kanban/locales/index.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { HitText } from "#web/inbox/messages/stream/hits-list.tsx";
import { StreamContext } from "#web/inbox/messages/stream/stream-context.ts";
import { GuardedRow } from "#web/inbox/messages/stream/stream-rows.tsx";
import { buildTimeline } from "#web/inbox/messages/stream/timeline.ts";
import { sampleMessage, sampleNote, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { loadLinkFinder } from "#web/inbox/messages/text/find-links.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { RawTicketRow, TicketRow } from "#web/inbox/tickets/list/ticket-row.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { ContactData } from "#web/people/contacts/contact-data.tsx";
import { contactColumns } from "#web/people/contacts/list/contact-columns.tsx";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { describeError } from "#web/ui/state/render-report.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { failuresOf } from "./test-failures.tsx";
import { type HostileMessage, hostileMessage, hostileText } from "./test-hostile.ts";

beforeAll(loadLinkFinder);

await startPortuguese(messages, ticketTexts, chatTexts, kanbanTexts, contactTexts, contactListTexts);

globalThis.matchMedia = (() => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as never;

const RUNS = { numRuns: 80 };
const board = new Board({ get: () => Promise.reject(), put: () => Promise.reject() } as never);

function messageOf({ name, quote, reaction, ...fields }: HostileMessage, id: number): MessageAnswer {
  return sampleMessage({
    ...(fields as Partial<MessageAnswer>),
    id,
    contact: { id: 1, name },
    quotedMsgId: quote ? 3 : null,
    quotedMsg: quote
      ? ({
          id: 3,
          mediaUrl: null,
          fromMe: false,
          isDeleted: false,
          contact: { id: 1, name },
          ...quote,
        } as never)
      : null,
    reactions: reaction === null ? [] : ([{ emoji: reaction, fromMe: false, contactId: 1 }] as never),
  });
}

const StreamOf = ({ all, words }: { all: readonly MessageAnswer[]; words: string }) => {
  const rows = buildTimeline({
    messages: all,
    notes: [sampleNote({ note: words })],
    events: [],
    ticketId: 1,
    status: "open",
    hasOlder: false,
    hasNewer: false,
    firstUnreadId: null,
    unreadCount: 0,
    dayOf: (at) => at.slice(0, 10),
  });
  return rows.map((row) => <GuardedRow key={row.key} row={row} flashId={null} eventText={() => null} />);
};

describe("hostile content", () => {
  test("a mail address with invalid percent escapes remains plain text", () => {
    const { container } = render(<FormattedText text="escreva para mailto:a@%E0.com hoje" words={[]} />);
    expect(container.textContent).toBe("escreva para mailto:a@%E0.com hoje");
    expect(container.querySelector("a[href*='%E0']")).toBeNull();
  });

  test("messages of every kind, quotes, contact cards, locations, reactions and notes with hostile content render without an error", () => {
    fc.assert(
      fc.property(fc.array(hostileMessage, { minLength: 1, maxLength: 5 }), hostileText, (all, words) => {
        const drawn = all.map((message, at) => messageOf(message, at + 1));
        const verbs = {
          words: ["a"],
          isGroup: true,
          openMessage: () => undefined,
          saveCard: () => undefined,
          outgoing: () => undefined,
        };
        expect(
          failuresOf(
            <StreamContext value={verbs}>
              <StreamOf all={drawn} words={words} />
            </StreamContext>,
          ),
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  test("ticket rows, board cards, chats and search results with hostile content render without an error", () => {
    fc.assert(
      fc.property(hostileMessage, hostileText, hostileText, (message, name, other) => {
        const ticket = sampleTicket({
          contact: { id: 1, name, number: other, profilePicUrl: message.mediaUrl },
          lastMessage: message.body,
          lastMessageType: message.mediaType as never,
          lastMessageFromMe: message.fromMe,
          updatedAt: message.createdAt,
          waitingSince: message.createdAt,
          queue: { id: 1, name: other, color: other },
          tags: [{ id: 1, name, color: other }] as never,
        });
        const row = {
          isShown: false,
          isCurrent: false,
          ownId: 1,
          onSpy: null,
          onMustAccept: () => undefined,
        };
        const chat = sampleChat({
          id: 1,
          title: name,
          lastMessage: message.body,
          updatedAt: message.createdAt,
        });
        expect(
          failuresOf(
            <TicketRow ticket={ticket} {...row} />,
            <CardBody board={board} ticket={ticket} onMove={() => undefined} />,
            <ChatLine chat={chat} />,
            <HitText snippet={message.body} />,
            <FormattedText text={message.body} words={[]} />,
          ),
        ).toEqual([]);
      }),
      RUNS,
    );
  });

  test("contacts with hostile content render without an error in the list and in the drawer", () => {
    const columns = contactColumns(
      (key, values) => textOf(contactListTexts, key, values),
      () => undefined,
    );
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (name, number, value) => {
        const contact = {
          ...sampleTicket().contact,
          name,
          number,
          email: value,
          uuid: "u",
          isGroup: false,
          blocked: true,
          disableBot: true,
          optedOutAt: null,
          exists: "yes",
          channels: ["whatsapp"],
          extraInfo: [
            { id: 1, name, value },
            { id: 2, name, value },
          ],
          tags: [{ id: 1, name, color: value, kanban: 0 }],
          whatsapp: { id: 1, name: value },
          ticketsCount: 1,
          lastTicketAt: "x",
          createdAt: "x",
          updatedAt: "x",
        } as unknown as ContactAnswer;
        expect(
          failuresOf(
            <DataTable label="c" columns={columns} rows={[contact]} rowKey={({ id }) => id} />,
            <ContactData contact={contact} connectionId={1} onEdit={() => 0} onMerge={() => 0} />,
          ),
        ).toEqual([]);
      }),
      RUNS,
    );
  });
});

function Broken(): ReactNode {
  throw new URIError("secret words of a customer");
}
function Fragile({ isBroken }: { readonly isBroken: boolean }) {
  return isBroken ? <Broken /> : <b>certo</b>;
}

describe("error boundaries", () => {
  const quietly = (draw: () => void) => {
    const log = spyOn(console, "error").mockImplementation(() => undefined);
    draw();
    log.mockRestore();
  };

  test("a message that fails to render is shown as plain text, and its neighbours render normally", () => {
    const row = (id: number, body: unknown) =>
      ({
        kind: "message",
        key: `m-${id}`,
        first: true,
        last: true,
        message: sampleMessage({ id, body: body as string }),
      }) as const;
    quietly(() => {
      const broken = {
        ...row(2, "oi *tudo* bem"),
        message: { ...sampleMessage({ id: 2, body: "oi *tudo* bem" }), reactions: null as never },
      };
      const { container } = render(
        [row(1, "antes"), broken, row(3, "depois")].map((one) => (
          <GuardedRow key={one.key} row={one} flashId={null} eventText={() => null} />
        )),
      );
      expect(container.querySelector(".raw-text")?.textContent).toBe("oi *tudo* bem");
      expect(container.textContent).toContain("antes");
      expect(container.textContent).toContain("depois");
    });
  });

  test("a row of the ticket list that fails to render keeps its name, its text and its link", () => {
    const ticket = sampleTicket({ lastMessage: "<b>oi</b>" });
    quietly(() => {
      const { container } = render(
        <ErrorBoundary part="ticket-row" fallback={<RawTicketRow ticket={ticket} isShown={false} />}>
          <Broken />
        </ErrorBoundary>,
      );
      expect(container.textContent).toBe("Marina Ribeiro<b>oi</b>");
      expect(container.querySelector("a")?.getAttribute("href")).toBe(`/tickets/${ticket.uuid}`);
    });
  });

  test("a table cell that fails to render shows the plain field, and the other cells render normally", () => {
    const columns = [
      { id: "name", title: "Nome", card: "title", cell: () => <Broken /> },
      { id: "number", title: "Número", card: "body", cell: ({ number }: { number: string }) => number },
    ] as const;
    quietly(() => {
      const rows = [{ id: 1, name: "Ana", number: "11" }];
      const { container } = render(
        <DataTable label="c" columns={columns} rows={rows} rowKey={({ id }) => id} />,
      );
      expect(container.querySelector("tbody")?.textContent).toBe("Ana11");
    });
  });

  test("the report of a render error names component and page, never the content", () => {
    const reports: unknown[] = [];
    render(
      <ErrorBoundary part="message" raw="x">
        <Broken />
      </ErrorBoundary>,
      { onCaughtError: (error, info) => void reports.push(describeError(error, info)) },
    );
    expect(reports).toMatchObject([{ part: "message", error: "URIError" }]);
    expect(JSON.stringify(reports)).not.toContain("secret");
  });

  test("a component that failed to render is rendered again when its content changes", () => {
    const part = (again: number) => (
      <ErrorBoundary part="panel" resetKey={again}>
        <Fragile isBroken={again === 1} />
      </ErrorBoundary>
    );
    quietly(() => {
      const { container, rerender } = render(part(1));
      expect(container.querySelector("[role=alert] button")?.textContent).toBe("Tentar de novo");
      rerender(part(2));
      expect(container.textContent).toBe("certo");
    });
  });
});
