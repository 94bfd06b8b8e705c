import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { superUsers } from "#accounts/users/index.ts";
import { pickConnection } from "#channels/connections/index.ts";
import { createPlannedMessage } from "#inbox/messages/index.ts";
import { findIdentity, importPerson, internationalNumber } from "#people/contacts/index.ts";
import { wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { dateForms } from "#platform/i18n/date-forms.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { formatReais } from "#platform/money/contract.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

interface WhatsappReminder {
  readonly company: string;
  /** Phone number as typed in the company's form. */
  readonly phone: string;
  readonly text: string;
  /** Deduplication key: at most one reminder per key is sent. */
  readonly key: string;
}

/**
 * Sends a reminder from the provider's default number, when that is CONNECTED; the message is in a closed ticket and no
 * list changes. Returns whether it was queued.
 */
export function sendWhatsappReminder({ tenants }: Installation, reminder: WhatsappReminder): boolean {
  const number = internationalDigits(reminder.phone);
  if (number === null || !tenants.exists(PROVIDER_ID)) return false;
  const provider = tenants.open(PROVIDER_ID);
  const connectionId = defaultConnection(provider);
  // The message is sent in the name of the first super user.
  const [author] = superUsers(provider);
  if (connectionId === undefined || !author) return false;
  provider.write((unit) => {
    importPerson(unit, { number, name: reminder.company, email: "", extras: [] });
    const contactId = findIdentity(unit.db, { kind: "pn", value: number, address: "" })?.contactId;
    if (contactId === undefined) return;
    createPlannedMessage(unit, {
      contactId,
      connectionId,
      text: reminder.text,
      fileId: null,
      author,
      origin: "schedule",
      source: "invoice-reminder",
      sourceKey: reminder.key,
    });
  });
  return true;
}

/** Digits with country code; numbers without one are Brazilian. Null for an invalid number. */
export function internationalDigits(phone: string): string | null {
  const digits = internationalNumber(phone, "55");
  const namesCountry = /^\s*(?:\+|00)/.test(phone);
  if (!namesCountry && (digits.length === 10 || digits.length === 11)) return `55${digits}`;
  return digits.length >= (namesCountry ? 8 : 12) && digits.length <= 15 ? digits : null;
}

function defaultConnection(provider: Tenant): number | undefined {
  try {
    const found = pickConnection(provider.db, { requestedId: null, ownId: null });
    return found.isDefault ? found.id : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

interface Reminder {
  readonly language: "pt-BR" | "en" | "es";
  readonly company: string;
  readonly plan: string;
  readonly valueCents: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** Number of days from the due date until today; negative before the due date. */
  readonly days: number;
  /** URL of the payment page; null without `PUBLIC_URL`. */
  readonly address: string | null;
}

const textsIn = defineTexts("invoiceReminders", { pt, en, es });

/** Subject and text of a reminder, used for mail and WhatsApp. */
export function reminderText(reminder: Reminder): { readonly subject: string; readonly text: string } {
  const { language, company, plan, valueCents, dueDate, days, address } = reminder;
  const t = textsIn(language);
  const value = formatReais(valueCents / 100, language);
  const invoice = `“${plan}” (${value}, ${wallClock(Date.parse(dueDate), "UTC").format(dateForms(language).date)})`;
  const when =
    days === 0 ? t("dueToday") : days < 0 ? t("due", { count: -days }) : t("overdue", { count: days });
  const text = t("text", { name: company, invoice, when });
  const payment = address === null ? "" : t("payment", { address });
  return { subject: t("subject"), text: `${text}${payment}\n` };
}
