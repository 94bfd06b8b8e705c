import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { setting, timeZoneOf, writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { createCompany, isExpired } from "./index.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { TZ: "America/Manaus" } });
});
afterEach(() => app.stop());

const create = (fields: { name: string; dueDate?: string | null }) =>
  createCompany(app.installation, { planId: 1, dueDate: null, campaignsEnabled: false, ...fields });

describe("new company record", () => {
  test("a new company record starts in the time zone of the installation, with the chosen campaign setting", async () => {
    await ensureProviderCompany(app.installation, "Provedor");
    const tenant = await create({ name: "Padaria" });
    expect(timeZoneOf(tenant)).toBe("America/Manaus");
    expect(setting(tenant, "campaignsEnabled")).toBe(false);
  });

  test("a new company record requires a unique name, and a refusal leaves nothing behind", async () => {
    await ensureProviderCompany(app.installation, "Provedor");
    await create({ name: "Padaria" });
    await expect(create({ name: "PADARIA" })).rejects.toThrow("ERR_NAME_IN_USE");
    expect(all(app.installation.system, "SELECT id FROM company")).toHaveLength(2);
  });

  test("a new company record is past its due date when that day is over on its own clock", async () => {
    await ensureProviderCompany(app.installation, "Provedor");
    const tenant = await create({ name: "Padaria", dueDate: "2026-11-20" });
    writeSetting(tenant, "timeZone", "America/Sao_Paulo");
    app.clock.set(Date.UTC(2026, 10, 21, 2, 59, 59));
    expect(isExpired(tenant)).toBe(false);
    app.clock.advance(1000);
    expect(isExpired(tenant)).toBe(true);
    writeSetting(tenant, "timeZone", "America/Manaus");
    expect(isExpired(tenant)).toBe(false);
    app.clock.advance(3_600_000);
    expect(isExpired(tenant)).toBe(true);
    run(app.installation.system, "UPDATE company SET due_date = '2026-12-20' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    expect(isExpired(tenant)).toBe(false);
  });
});

describe("provider's own company", () => {
  test("the provider's own company is created once, has id 1 and never expires", async () => {
    const first = await ensureProviderCompany(app.installation, "Provedor");
    expect((await ensureProviderCompany(app.installation, "Outro nome")).company.name).toBe("Provedor");
    expect(first.id).toBe(1);
    app.clock.set(Date.UTC(2126, 0, 1));
    expect(isExpired(first)).toBe(false);
  });
});
