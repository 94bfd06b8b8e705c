import { describe, expect, test } from "bun:test";
import { act, fireEvent, render } from "@testing-library/react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { snoozed } from "#web/inbox/tickets/actions/snooze.tsx";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { TicketRow } from "./ticket-row.tsx";

globalThis.WebSocket = FakeWebSocket as never;

await startPortuguese({ name: "tickets" });
await startPortuguese(messages);

const row = (ticket: Partial<TicketAnswer>) =>
  render(
    <TicketRow
      ticket={sampleTicket(ticket)}
      isShown={false}
      isCurrent={false}
      ownId={1}
      onSpy={null}
      onMustAccept={() => undefined}
    />,
  ).container;
const chips = (container: Element) =>
  [...container.querySelectorAll(".row-chips .chip")].map(({ textContent }) => textContent);

test("a ticket row names the attendant, also when that is the user", () => {
  expect(chips(row({ userId: 1, user: { id: 1, name: "Ana Souza" } }))).toContain("Ana Souza");
  expect(chips(row({ userId: 2, user: { id: 2, name: "Bruno" } }))).toContain("Bruno");
});

test("a waiting row shows what the customer wrote last and when, not the bot's text behind it", () => {
  const container = row({
    status: "pending",
    userId: null,
    user: null,
    lastMessage: "Escolha uma opção",
    lastMessageFromMe: true,
    lastMessageAck: 2,
    lastCustomerMessage: "",
    lastCustomerMessageType: "image",
    lastCustomerMessageAt: "2026-01-05T09:30:00.000Z",
    updatedAt: "2026-01-05T12:00:00.000Z",
  });
  expect(container.querySelector(".row-message")?.textContent).toBe("📷 Foto");
  expect(container.querySelector("time")?.dateTime).toBe("2026-01-05T09:30:00.000Z");
});

test("a waiting row is a link only with the preview before accepting, for those who may accept it", () => {
  const user = {
    ...sampleUser(),
    profile: "user" as const,
    queues: [{ id: 1, name: "Vendas", color: "#000000" }],
  };
  const linked = (value: string, ticket: Partial<TicketAnswer>) => {
    const company = { ...user.company, settings: [{ key: "previewBeforeAccept", value }] };
    act(() => session.take({ token: "t", user: { ...user, company } as never }));
    return (
      row({ status: "pending", userId: null, queueId: 1, ...ticket }).querySelector(".row-link[href]") !==
      null
    );
  };
  expect(linked("disabled", {})).toBe(false);
  expect(linked("enabled", {})).toBe(true);
  expect(linked("enabled", { queueId: 2 })).toBe(false);
  expect(linked("enabled", { userDistributed: 99 })).toBe(false);
  act(() => session.end());
});

test("a row shows until when its ticket is snoozed, and why it was woken", () => {
  const until = "2031-06-05T12:00:00.000Z";
  const asleep = { until, asleep: true };
  expect(chips(row({ snooze: { ...asleep, mode: "time" } })).join()).toContain("Adiado até 05/06 09:00");
  expect(chips(row({ snooze: { ...asleep, mode: "reply" } }))).toContain("Até responder");
  expect(chips(row({ woken: { at: until, reason: "reply" } }))).toContain("Voltou: respondeu");
  expect(chips(row({ woken: { at: until, reason: "time" } }))).toContain("Voltou");
});

describe("a row under a finger", () => {
  const pull = (element: Element, left: number, down = 0) => {
    fireEvent.touchStart(element, { touches: [{ clientX: 300, clientY: 100 }] });
    fireEvent.touchMove(element, { touches: [{ clientX: 300 - left, clientY: 100 + down }] });
    fireEvent.touchEnd(element, { touches: [] });
    const opened = snoozed.peek()?.id ?? null;
    snoozed.value = null;
    return opened;
  };
  const rowOf = (ticket: Partial<TicketAnswer>) => row(ticket).querySelector("[data-ticket]") as Element;

  test("a row pulled far to the left opens the picker of a snooze; a scroll or a short pull does not", () => {
    const own = rowOf({ id: 5, userId: currentUser.peek().id });
    expect(pull(own, 120)).toBe(5);
    expect([pull(own, 60), pull(own, -120), pull(own, 100, 140)]).toEqual([null, null, null]);
    expect(own.classList.contains("row-pulled")).toBe(false);
  });

  test("a row whose ticket the user may not snooze cannot be pulled", () => {
    expect(pull(rowOf({ status: "pending", userId: null }), 120)).toBeNull();
    expect(pull(rowOf({ userId: 99 }), 120)).toBeNull();
  });
});

test("a row marked as unread has a labelled dot, and shows the number of unread messages once there are any", () => {
  const dot = (ticket: Partial<TicketAnswer>) =>
    row({ markedUnread: true, ...ticket })
      .querySelector(".row-dot")
      ?.getAttribute("aria-label");
  expect(dot({ unreadMessages: 0 })).toBe("Marcada como não lida");
  expect(dot({ unreadMessages: 2 })).toBeUndefined();
});
