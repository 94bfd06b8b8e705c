import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { useText } from "#web/i18n/use-text.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { billingTexts } from "./locales/index.ts";

await startPortuguese(billingTexts);

const sample = (id: number, companyDeleted: boolean): InvoiceAnswer => ({
  id,
  companyId: id,
  companyName: "Padaria",
  companyDeleted,
  detail: "Profissional",
  value: 99.9,
  dueDate: "2026-12-01",
  status: "open",
  recurrence: "MENSAL",
  paidAt: null,
  createdAt: "2026-11-11T12:00:00.000Z",
});

function Invoices({ rows }: { readonly rows: readonly InvoiceAnswer[] }) {
  const t = useText(billingTexts);
  const nothing = () => undefined;
  const columns = invoiceColumns(t, {
    today: "2026-11-22",
    companyId: 1,
    isSuper: true,
    onPay: nothing,
    onMarkPaid: nothing,
    onRemove: nothing,
  });
  return <DataTable label="Faturas" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

test("an invoice of a deleted company shows why it cannot be set to paid, and can still be deleted", () => {
  render(<Invoices rows={[sample(8, false), sample(9, true)]} />);
  expect(screen.getByRole("button", { name: "Marcar a fatura 8 como paga" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Marcar a fatura 9 como paga" })).toBeNull();
  expect(screen.getAllByText("Empresa excluída: não há o que marcar como pago")).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Excluir a fatura 9" })).toBeTruthy();
});

test("the lines of an invoice show month, amount, count and margin", () => {
  const line = { period: "2026-10", quantity: 1234, value: 12.34, micros: 2_270_000, currency: "USD" };
  const lines = [
    { ...line, marginPercent: 15 },
    { ...line, period: "2026-11", quantity: 1, marginPercent: 0 },
  ];
  render(<Invoices rows={[{ ...sample(8, false), lines }]} />);
  const shown = [...document.querySelectorAll(".invoice-line")].map(({ textContent }) =>
    textContent?.replaceAll("\u00a0", " "),
  );
  expect(shown).toEqual([
    "Mensagens do WhatsApp, 10/2026: R$ 12,34 · 1.234 mensagens cobradas · inclui margem de 15%",
    "Mensagens do WhatsApp, 11/2026: R$ 12,34 · 1 mensagem cobrada",
  ]);
});
