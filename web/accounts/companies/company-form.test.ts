import { expect, test } from "bun:test";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { createCompanyForm, offeredRecurrences } from "./company-form.ts";
import { sampleCompany } from "./testing.ts";

function open(company: CompanyAnswer | null, failure?: ApiError) {
  const sent: unknown[] = [];
  const refused: unknown[] = [];
  const saved: CompanyAnswer[] = [];
  const answer = async (...call: unknown[]) => {
    sent.push(call);
    if (failure) throw failure;
    return sampleCompany({ name: "Salva" });
  };
  const form = createCompanyForm({
    company,
    calls: { create: (body) => answer(body), update: (id, body) => answer(id, body) },
    onSaved: (one) => saved.push(one),
    onRefused: (error) => refused.push(error),
  });
  return { form, sent, refused, saved };
}

test("a new company needs a name, an e-mail, a plan and a password", async () => {
  const { form, sent } = open(null);
  await form.submit();
  expect(form.problems.value).toMatchObject({
    name: "required",
    email: "required",
    planId: "required",
    password: "required",
  });
  form.set("name", "Padaria");
  form.set("email", "Dono@Padaria.com.br");
  form.set("planId", 3);
  form.set("password", "correct horse");
  await form.submit();
  expect(sent).toEqual([
    [
      {
        name: "Padaria",
        email: "Dono@Padaria.com.br",
        phone: "",
        planId: 3,
        status: true,
        campaignsEnabled: true,
        dueDate: "",
        recurrence: "MENSAL",
        password: "correct horse",
      },
    ],
  ]);
});

test("the form sends no password for an edited company, and neither date nor status for the provider's company", async () => {
  const changed = open(sampleCompany());
  changed.form.set("phone", "11 98888-7777");
  await changed.form.submit();
  expect(changed.sent[0]).toMatchObject([7, { phone: "11 98888-7777", status: true, dueDate: "2026-12-20" }]);
  expect(JSON.stringify(changed.sent)).not.toContain("password");
  const own = open(sampleCompany({ id: 1, dueDate: null }));
  await own.form.submit();
  expect(JSON.stringify(own.sent)).not.toMatch(/dueDate|status/);
});

test("the name of a company that is already in use is shown at its field and as a toast", async () => {
  const { form, refused, saved } = open(sampleCompany(), new ApiError(409, "ERR_NAME_IN_USE"));
  await form.submit();
  expect(form.problem("name")).toBe("in_use");
  expect(refused).toHaveLength(1);
  expect(saved).toEqual([]);
});

test("the recurrence field offers monthly and the company's present recurrence", () => {
  expect(offeredRecurrences(null)).toEqual(["MENSAL"]);
  expect(offeredRecurrences(sampleCompany({ recurrence: "ANUAL" }))).toEqual(["MENSAL", "ANUAL"]);
});
