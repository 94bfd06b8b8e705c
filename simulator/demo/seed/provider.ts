import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payByHand } from "#accounts/billing/invoices/settle.ts";
import { changeRates, listRates } from "#inbox/costs/rates/write.ts";
import type { FakeClock } from "#platform/clock.ts";
import { createAnnouncement } from "#provider/announcements/write.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

const DAY_MS = 86_400_000;
/** Months that the sample company has paid already. */
export const PAID_MONTHS = 3;

/** The due date this many months before another one, `YYYY-MM-DD`; in short months the last day. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Creates the paid months, each some days before its due date. The clock ends at the last payment. */
export function payPastMonths(provider: UserCtx, tenant: Tenant, clock: FakeClock): void {
  for (let month = 0; month < PAID_MONTHS; month += 1) {
    clock.set(Date.parse(`${tenant.company.dueDate}T13:00:00Z`) - (2 + month) * DAY_MS);
    const invoice = ensureOpenInvoice(tenant.installation, tenant.id);
    clock.advance(DAY_MS);
    if (invoice) payByHand(provider, invoice.id);
  }
}

/** Confirms the built-in prices of Meta's messages, so that costs have amounts. */
export function confirmPrices(provider: UserCtx): void {
  const { rates } = listRates(provider.tenant.installation, {});
  changeRates(provider, { ids: rates.map(({ id }) => id), confirmed: true });
}

/** Recent announcements of the provider. */
export function announce(provider: UserCtx, clock: FakeClock, nowMs: number): void {
  const said = [
    {
      daysAgo: 6,
      priority: 3,
      title: "Boas-vindas ao Balcão",
      text: "Aqui aparecem as *novidades* e os avisos do sistema. Dúvidas? Veja os vídeos na página de ajuda.",
    },
    {
      daysAgo: 1,
      priority: 1,
      title: "Manutenção no domingo",
      text: "No domingo, das *2h às 2h15*, o sistema fica fora do ar. As mensagens que chegarem nesse tempo *não se perdem*.",
    },
  ] as const;
  for (const { daysAgo, ...announcement } of said) {
    clock.set(nowMs - daysAgo * DAY_MS);
    createAnnouncement(provider, { ...announcement, status: true });
  }
  clock.set(nowMs);
}
