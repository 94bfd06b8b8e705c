import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany, superUser } from "#accounts/billing/testing.ts";
import { centsOf } from "#inbox/costs/passing-on/amount.ts";
import { addMonths } from "#platform/dates.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startTestApp } from "#test/helpers/app.ts";

/** Kills: 6 in the ordinary run, 100 in the long one (`FAULT_KILLS=100`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 6);
const CHILD = join(import.meta.dir, "invoice-line-child.ts");
const MONTHS = 12;
const COMPANIES = [2, 3, 4] as const;
const NOW = Date.UTC(2026, 10, 21, 12);
const CONDITIONS = { rate: 5_437_200, marginPercent: 25 };
const microsOf = (company: number, month: number): number => 7_777_777 * company + 1_313_131 * month;
const monthAt = (index: number): string => addMonths("2025-11-01", index).slice(0, 7);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-lines-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Three companies whose provider pays Meta, with 12 months of totals; one has an invoice that is due soon. */
async function prepare(): Promise<void> {
  const place = await startTestApp({ directory });
  place.clock.set(NOW);
  superUser(place);
  const { system } = place.installation;
  for (const company of COMPANIES) {
    const { tenant } = payingCompany(place, company === 2 ? "2026-11-28" : "2026-12-20");
    expect(tenant.id).toBe(company);
    if (company === 2) ensureOpenInvoice(place.installation, tenant.id);
    run(
      system,
      `INSERT INTO company_costs (company_id, payer, margin_percent, currency, rate, since, updated_at)
       VALUES (?, 'provider', ?, 'USD', ?, ?, 1)`,
      ...[company, CONDITIONS.marginPercent, CONDITIONS.rate, monthAt(0)],
    );
    for (let index = 0; index < MONTHS; index += 1)
      run(
        tenant.db,
        `INSERT INTO cost_total (day, connection_id, category, market, origin, user_id, currency, count, micros)
         VALUES (?, 1, 'utility', 'Brazil', 'user', 0, 'USD', 10, ?)`,
        ...[`${monthAt(index)}-15`, microsOf(company, index)],
      );
  }
  run(system, "UPDATE meta_rate SET confirmed_by = 'Root', confirmed_at = 1");
  await place.stop({ directory: true });
}

interface Invoice {
  readonly id: number;
  readonly company: number;
  readonly kind: string;
  readonly cents: number;
}
function stored<Row>(sql: string): Row[] {
  const db = openDatabase(join(directory, "system.sqlite"), { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

test(
  `a server that is killed ${KILLS} times while it passes months on writes each line once, and every invoice is exact`,
  async () => {
    await prepare();
    const lineCount = () => stored<{ n: number }>("SELECT count(*) AS n FROM invoice_line")[0]?.n ?? 0;
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const child = Bun.spawn(["bun", CHILD, directory, String(NOW)], { stdout: "pipe", stderr: "inherit" });
      await child.stdout.getReader().read();
      const deadline = Date.now() + 20_000;
      // The last server finishes; the others are killed within their first months.
      if (kill < KILLS) await Bun.sleep(Math.random() * 30);
      else while (lineCount() < MONTHS * COMPANIES.length && Date.now() < deadline) await Bun.sleep(50);
      child.kill("SIGKILL");
      await child.exited;
    }
    const lines = stored<{ company: number; period: string; cents: number; invoice: number }>(
      "SELECT company_id AS company, period, value_cents AS cents, invoice_id AS invoice FROM invoice_line ORDER BY company_id, period",
    );
    const expected = COMPANIES.flatMap((company) =>
      Array.from({ length: MONTHS }, (_, index) => ({
        ...{ company, period: monthAt(index) },
        cents: centsOf({ micros: microsOf(company, index), ...CONDITIONS }),
      })),
    );
    expect(lines.map(({ company, period, cents }) => ({ company, period, cents }))).toEqual(expected);
    const invoices = stored<Invoice>(
      "SELECT id, company_id AS company, kind, value_cents AS cents FROM invoice WHERE status = 'open'",
    );
    for (const { id, kind, cents } of invoices) {
      const own = lines.filter(({ invoice }) => invoice === id).reduce((sum, line) => sum + line.cents, 0);
      expect(cents).toBe((kind === "plan" ? 9990 : 0) + own);
      expect(own > 0 || kind === "plan").toBe(true);
    }
    expect(invoices.filter(({ company, kind }) => company === 2 && kind === "costs")).toEqual([]);
  },
  60_000 + KILLS * 10_000,
);
