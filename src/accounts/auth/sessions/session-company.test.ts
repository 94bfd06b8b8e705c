import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changeCompany } from "#accounts/companies/index.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

const ADDRESS = {
  fullName: "Ana Souza",
  address: "Rua das Flores, 10",
  city: "São Paulo",
  zipcode: "01310-100",
  country: "BR",
};

/** The company in the responses of /auth/login and /auth/me, which must be equal. */
async function companyFor(profile: "admin" | "user" | "supervisor", address: Record<string, string> | null) {
  const tenant = app.company();
  const { installation } = app;
  changeCompany(
    installation,
    tenant.id,
    { email: "dono@padaria.com.br", ...(address && { address }) },
    tenant.writeSystem,
  );
  const reply = await app.api().post("/auth/login", await app.person(tenant, { profile }));
  const me = await app.api().get("/auth/me", { authorization: `Bearer ${reply.body.token}` });
  expect(me.body.company).toEqual(reply.body.user.company);
  return reply.body.user.company;
}

describe("company of a session", () => {
  test("the company of a session has the e-mail and the billing period for every user", async () => {
    for (const profile of ["admin", "supervisor", "user"] as const)
      expect(await companyFor(profile, null)).toMatchObject({
        email: "dono@padaria.com.br",
        recurrence: "MENSAL",
        payer: null,
      });
  });

  test("the company of a session has the payment address for admins, without the CPF or CNPJ", async () => {
    const { payer } = await companyFor("admin", { ...ADDRESS, document: "52998224725" });
    expect(payer).toEqual(ADDRESS);
  });

  test.each(["user", "supervisor"] as const)(
    "the company of a session has no payment address for the profile %s",
    async (profile) => {
      const company = await companyFor(profile, { ...ADDRESS, document: "52998224725" });
      expect(company.payer).toBeNull();
      expect(JSON.stringify(company)).not.toContain("Flores");
      // Only the fields of the contract, and those that every page needs: plan, time zone, brand and the notice of a restore.
      expect(Object.keys(company).sort()).toEqual([
        "brand",
        "dueDate",
        "email",
        "heldCompanies",
        "heldSince",
        "id",
        "name",
        "payer",
        "plan",
        "recurrence",
        "settings",
        "timeZone",
        "trialExpiration",
      ]);
    },
  );
});
