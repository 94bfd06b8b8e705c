import { expect, test } from "bun:test";
import { render } from "@testing-library/react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { TicketRow } from "./ticket-row.tsx";

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

test("a row says until when its ticket is snoozed, and why it came back", () => {
  const until = "2031-06-05T12:00:00.000Z";
  const asleep = { until, asleep: true };
  expect(chips(row({ snooze: { ...asleep, mode: "time" } }))[0]).toContain("Adiado até 05/06 09:00");
  expect(chips(row({ snooze: { ...asleep, mode: "reply" } }))[0]).toBe("Até responder");
  expect(chips(row({ woken: { at: until, reason: "reply" } }))[0]).toBe("Voltou: respondeu");
  expect(chips(row({ woken: { at: until, reason: "time" } }))[0]).toBe("Voltou");
});
