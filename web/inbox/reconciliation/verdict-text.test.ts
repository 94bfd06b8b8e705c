import { expect, test } from "bun:test";
import type { ReconciliationSummary } from "#inbox/reconciliation/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { reconciliationTexts } from "./locales/index.ts";
import { verdictOf } from "./verdict-text.ts";

await startPortuguese(reconciliationTexts);

const verdict = (fields: Partial<ReconciliationSummary>) =>
  verdictOf((key, values) => text(reconciliationTexts, key, values), {
    ...{ whatsappId: 1, supported: true, days: 30, gaps: 0, activeChats: 60, comparedChats: 41 },
    ...{ isProven: false, hasCompared: true, subscribed: null },
    ...fields,
  });

test("the list claims 0 lost messages only when the report proves it", () => {
  expect(verdict({ isProven: true }).text).toBe("0 mensagens perdidas em 30 dias");
  expect(verdict({}).text).toBe("Conversas conferidas: 41 de 60");
  expect(verdict({ gaps: 2, isProven: true }).text).toBe("2 mensagens perdidas encontradas em 30 dias");
  expect(verdict({ hasCompared: false, comparedChats: 0 }).text).toBe(
    "Mensagens perdidas: ainda sem conferência",
  );
  expect(verdict({ activeChats: 0, comparedChats: 0 }).text).toBe("Sem conversas para conferir em 30 dias");
});

test("an official number is never claimed to be complete, and a lost subscription is a danger", () => {
  const official = { supported: false, isProven: false };
  expect(verdict({ ...official, subscribed: true })).toEqual({
    text: "Relatório de mensagens",
    tone: "neutral",
  });
  expect(verdict({ ...official, subscribed: false }).tone).toBe("danger");
});
