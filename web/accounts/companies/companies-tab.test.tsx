import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { CompaniesTab } from "./companies-tab.tsx";
import { companyTexts } from "./locales/index.ts";
import { RemoveCompany } from "./remove-company.tsx";
import { sampleCompany } from "./testing.ts";

await startPortuguese(companyTexts);

const day = (left: number) =>
  new Date(Date.now() - 3 * 3_600_000 + left * 86_400_000).toISOString().slice(0, 10);
let calls: PageCall[];
let status: number;
beforeEach(() => {
  toasts.list.value = [];
  status = 200;
});
const visit = async (companies: readonly CompanyAnswer[]) => {
  calls = servePage(({ method, path }) => {
    if (method === "GET") return { body: { companies, count: companies.length, hasMore: false } };
    if (path.endsWith("/due-date")) return { body: { ...companies[0], dueDate: "2027-01-20" } };
    return { status, body: { error: "ERR_INTERNAL" } };
  });
  await act(async () => void render(<CompaniesTab />));
};

test("companies are listed with plan, usage and due date, and a nearer due date has a warmer row colour", async () => {
  await visit([
    sampleCompany({ id: 2, name: "Amarela", dueDate: day(5) }),
    sampleCompany({ id: 3, name: "Laranja", dueDate: day(-3) }),
    sampleCompany({ id: 4, name: "Vermelha", dueDate: day(-4), status: false }),
    sampleCompany({ id: 5, name: "Tranquila", dueDate: day(6) }),
  ]);
  const row = async (name: string) => (await screen.findByText(name)).closest("tr");
  expect((await row("Amarela"))?.dataset["tone"]).toBe("notice");
  expect((await row("Laranja"))?.dataset["tone"]).toBe("waiting");
  expect((await row("Vermelha"))?.dataset["tone"]).toBe("danger");
  expect((await row("Tranquila"))?.dataset["tone"]).toBeUndefined();
  expect((await row("Vermelha"))?.textContent).toContain("Inativa");
  expect((await row("Amarela"))?.textContent).toContain("em 5 dias");
  expect(screen.getAllByLabelText("Conexões: 2 de 2")).toHaveLength(4);
});

test("the button +Vencimento shows the due date that it changes, and the new one afterwards", async () => {
  await visit([sampleCompany()]);
  fireEvent.click(await screen.findByRole("button", { name: "+Vencimento de Padaria Central" }));
  await waitFor(() => expect(screen.getByText("20/01/2027")).toBeTruthy());
  expect(calls.at(-1)).toMatchObject({ path: "/companies/7/due-date", body: { dueDate: "2026-12-20" } });
});

test("a company is deleted only after its name is typed, and a failed deletion shows the error", async () => {
  calls = servePage(() => ({ status, body: { error: "ERR_INTERNAL" } }));
  status = 500;
  await act(async () => void render(<RemoveCompany company={sampleCompany()} onClose={() => undefined} />));
  const button = () => screen.getByRole("button", { name: "Excluir" });
  expect(button().hasAttribute("disabled")).toBe(true);
  fireEvent.change(screen.getByLabelText(/Digite o nome/), { target: { value: "Padaria Central" } });
  expect(screen.getByText("Deseja realmente excluir esse registro?")).toBeTruthy();
  fireEvent.click(button());
  await waitFor(() =>
    expect(toasts.list.value.map(({ text }) => text)).toContain("Não foi possível realizar a operação."),
  );
  expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "/companies/7" });
});
