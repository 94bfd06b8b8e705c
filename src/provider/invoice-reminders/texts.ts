import { defineTexts } from "#platform/i18n/define-texts.ts";
import { formatReais } from "#platform/money/contract.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

export interface Reminder {
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

/** `20/11/2026`; `20 Nov 2026` in English, which some readers take month first and others day first. */
function dateText(date: string, language: Reminder["language"]): string {
  const [day, month] =
    language === "en" ? (["numeric", "short"] as const) : (["2-digit", "2-digit"] as const);
  const tag = language === "en" ? "en-GB" : language;
  const form = new Intl.DateTimeFormat(tag, { day, month, year: "numeric", timeZone: "UTC" });
  return form.format(new Date(date));
}

/** Subject and text of a reminder, used for mail and WhatsApp. */
export function reminderText(reminder: Reminder): { readonly subject: string; readonly text: string } {
  const { language, company, plan, valueCents, dueDate, days, address } = reminder;
  const t = textsIn(language);
  const value = formatReais(valueCents / 100, language);
  const invoice = `“${plan}” (${value}, ${dateText(dueDate, language)})`;
  const when =
    days === 0 ? t("dueToday") : days < 0 ? t("due", { count: -days }) : t("overdue", { count: days });
  const text = t("text", { name: company, invoice, when });
  const payment = address === null ? "" : t("payment", { address });
  return { subject: t("subject"), text: `${text}${payment}\n` };
}
