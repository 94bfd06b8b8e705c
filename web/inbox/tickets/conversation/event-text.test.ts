import { expect, test } from "bun:test";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import { addTexts, type Texts, type Translate, translate } from "#platform/i18n/translator.ts";
import { sampleEvent } from "#web/inbox/messages/test-samples.ts";
import pt from "#web/inbox/tickets/locales/pt.json";
import { eventText, type Names } from "./event-text.ts";

const names: Names = {
  queue: (id) => ({ 1: "Encomendas", 2: "Financeiro" })[id],
  user: (id) => ({ 7: "Ana", 8: "Bruno" })[id],
  connection: (id) => ({ 1: "Loja Centro" })[id],
};
addTexts("pt", "event-text", pt as unknown as Texts);
const t: Translate<typeof pt> = (key, values) => translate("pt", "event-text", key, values);
const words = (event: Partial<TicketEventAnswer>) =>
  eventText(sampleEvent({ actor: null, ...event }), names, t);
const ana = { id: 7, name: "Ana" };

test("the text of a ticket event names users, queues and connections, whether the event contains names or ids", () => {
  expect(words({ kind: "created", to: { whatsappId: 1 } })).toBe("Chegou por Loja Centro");
  expect(words({ kind: "created", actor: ana })).toBe("Ana iniciou o atendimento");
  expect(words({ kind: "created", to: { whatsappId: 1, origin: "campaign" } })).toBe(
    "Começou com uma campanha",
  );
  expect(words({ kind: "queued", to: { queueId: 1 } })).toBe("Entrou na fila Encomendas");
  expect(words({ kind: "queued", to: { queue: { id: 9, name: "Loja" } } })).toBe("Entrou na fila Loja");
  expect(words({ kind: "distributed", to: { userDistributed: 8 } })).toBe("Oferecido a Bruno");
  expect(words({ kind: "accepted", actor: ana })).toBe("Ana aceitou");
});

test("the text of a transfer names the attendant, the queue, or both", () => {
  const transferred = (to: TicketEventAnswer["to"]) => words({ kind: "transferred", actor: ana, to });
  expect(transferred({ userId: 8 })).toBe("Ana transferiu para Bruno");
  expect(transferred({ queueId: 2, userId: null })).toBe("Ana transferiu para a fila Financeiro");
  expect(transferred({ queueId: 2, userId: 8 })).toBe("Ana transferiu para Bruno, fila Financeiro");
  expect(transferred({ whatsappId: 1 })).toBe("Ana transferiu o atendimento");
});

test("the text of a ticket event caused by the product names no person", () => {
  expect(words({ kind: "closed", to: { closeReason: "inactivity" } })).toBe("Resolvido por inatividade");
  expect(words({ kind: "closed" })).toBe("Foi resolvido");
  expect(words({ kind: "rated", to: { rate: 2, userId: 7 } })).toBe("Avaliou: ★★☆ Satisfeito");
  expect(words({ kind: "rated", to: { rate: 0, scale: "nps" } })).toBe("Avaliou: 0 de 10");
  expect(words({ kind: "rating_comment" })).toBe("O cliente explicou a nota");
  expect(words({ kind: "closed", to: { closeReason: "bot" } })).toBe("O chatbot resolveu o atendimento");
});

test("the text of a ticket event caused by a bot names the target queue, if any", () => {
  expect(words({ kind: "bot_limit", to: { queueId: 2 } })).toBe(
    "O chatbot encaminhou para a fila Financeiro",
  );
  expect(words({ kind: "bot_limit" })).toBe("O chatbot parou: nenhuma opção foi escolhida");
  expect(words({ kind: "bot_ended" })).toBe("O chatbot terminou");
  expect(words({ kind: "out_of_hours" })).toBe("Fora do horário de atendimento");
});

test("the text of a snooze says until when or what, and that of its end what ended it", () => {
  const snoozed = (mode: string) =>
    words({
      kind: "snoozed",
      actor: ana,
      at: "2026-11-02T12:00:00.000Z",
      to: { mode, until: "2026-11-03T12:30:00.000Z" },
    });
  expect(snoozed("time")).toMatch(/^Ana adiou até (?!o cliente).*:30$/);
  expect(snoozed("reply")).toBe("Ana adiou até o cliente responder");
  expect(snoozed("either")).toMatch(/:30 ou até o cliente responder$/);
  expect(words({ kind: "woken", to: { reason: "time" } })).toBe("Voltou na hora marcada");
  expect(words({ kind: "woken", to: { reason: "follow_up" } })).toBe("Voltou porque a sequência terminou");
  expect(words({ kind: "woken", actor: ana, to: { reason: "person" } })).toBe("Ana encerrou o adiamento");
});
