import { expect, test } from "bun:test";
import type { TicketEventAnswer } from "#inbox/tickets/history/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { sampleEvent } from "#web/inbox/messages/test-samples.ts";
import pt from "#web/inbox/tickets/locales/pt.json";
import { eventText, type Names } from "./event-text.ts";

const names: Names = {
  queue: (id) => ({ 1: "Encomendas", 2: "Financeiro" })[id],
  user: (id) => ({ 7: "Ana", 8: "Bruno" })[id],
  connection: (id) => ({ 1: "Loja Centro" })[id],
};
const t = ((key: string, values: Record<string, string> = {}) => {
  const [place = "", thing = ""] = key.split(".");
  const words = (pt as unknown as Record<string, Record<string, string>>)[place]?.[thing] ?? key;
  return words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}) as Translate<typeof pt>;
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
