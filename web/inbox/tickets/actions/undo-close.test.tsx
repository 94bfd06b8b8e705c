import { afterEach, expect, test } from "bun:test";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { tickets } from "#web/inbox/tickets/store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { offerUndo, undoMs } from "./undo-close.ts";

await startPortuguese({ name: "tickets" });
tickets.clear();

const AT = Date.parse("2026-01-05T12:00:00Z");
const instant = (ms: number) => new Date(ms).toISOString();
const closed = (seconds: number | null): TicketAnswer =>
  sampleTicket({
    id: 7,
    status: "closed",
    closedAt: instant(AT),
    closeSettlesAt: seconds === null ? null : instant(AT + seconds * 1000),
    updatedAt: instant(AT),
  });
const shown = () => toasts.list.value.map(({ text, action }) => [text, action?.label]);
const calls: string[] = [];
const verbs = {
  undo: async () => void calls.push("undo"),
  reopen: async () => void calls.push("reopen"),
};
const rest = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  tickets.clear();
  toasts.closeAll();
  calls.length = 0;
});

test("the toast that offers the undo of a close disappears 0.3 s before the undo window ends", () => {
  expect([undoMs(closed(5)), undoMs(closed(null))]).toEqual([4_700, 0]);
});

test("the toast of a close offers the undo before the close is settled, and the reopening afterwards", async () => {
  offerUndo(closed(5), verbs);
  expect(shown()).toEqual([["Atendimento resolvido", "Desfazer"]]);
  const [toast] = toasts.list.value;
  if (toast) toasts.act(toast);
  await rest();
  offerUndo(closed(null), verbs);
  expect(shown()).toEqual([["Atendimento resolvido", "Reabrir"]]);
  expect(calls).toEqual(["undo"]);
});

test("the undo of a close that the server rejects as too late offers the reopening", async () => {
  const undo = () => Promise.reject(new ApiError(409, "ERR_UNDO_TOO_LATE"));
  offerUndo(closed(5), { ...verbs, undo });
  const [toast] = toasts.list.value;
  if (toast) toasts.act(toast);
  await rest();
  expect(shown()).toEqual([["Não é mais possível desfazer.", "Reabrir"]]);
});

test("a message of the customer ends the offer to undo the close, and the toast names the customer", async () => {
  const ticket = closed(5);
  tickets.upsert(ticket);
  offerUndo(ticket, verbs);
  tickets.upsert({
    ...ticket,
    status: "open",
    closedAt: null,
    closeSettlesAt: null,
    unreadMessages: 1,
    updatedAt: instant(AT + 1000),
  });
  await rest();
  expect(shown()).toEqual([[`${ticket.contact.name} escreveu: o atendimento continua aberto.`, undefined]]);
});
