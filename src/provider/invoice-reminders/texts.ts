import { formatReais } from "#platform/money/contract.ts";
export interface Reminder {
  readonly language: "pt-BR" | "en" | "es";
  readonly company: string;
  readonly plan: string;
  readonly valueCents: number;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** From the due date until today; negative before it. */
  readonly days: number;
  /** Where it can be paid; null without `PUBLIC_URL`. */
  readonly address: string | null;
}

interface Words {
  readonly subject: string;
  readonly when: (days: number) => string;
  readonly text: (name: string, what: string, when: string) => string;
  readonly way: (address: string) => string;
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** `20/11/2026`; `20 Nov 2026` in English, which some readers take month first and others day first. */
function dateText(date: string, language: Reminder["language"]): string {
  const [day, month] =
    language === "en" ? (["numeric", "short"] as const) : (["2-digit", "2-digit"] as const);
  const tag = language === "en" ? "en-GB" : language;
  const form = new Intl.DateTimeFormat(tag, { day, month, year: "numeric", timeZone: "UTC" });
  return form.format(new Date(date));
}

const WORDS: Readonly<Record<Reminder["language"], Words>> = {
  "pt-BR": {
    subject: "Fatura da sua assinatura",
    when: (days) =>
      days === 0
        ? "vence hoje"
        : days < 0
          ? `vence em ${plural(-days, "dia", "dias")}`
          : `venceu há ${plural(days, "dia", "dias")}`,
    text: (name, what, when) => `Olá, ${name}!\n\nA fatura ${what} ${when}.`,
    way: (address) => `\n\nPara pagar com Pix, abra:\n${address}`,
  },
  en: {
    subject: "Your subscription invoice",
    when: (days) =>
      days === 0
        ? "is due today"
        : days < 0
          ? `is due in ${plural(-days, "day", "days")}`
          : `was due ${plural(days, "day", "days")} ago`,
    text: (name, what, when) => `Hello, ${name}!\n\nThe invoice ${what} ${when}.`,
    way: (address) => `\n\nTo pay by Pix, open:\n${address}`,
  },
  es: {
    subject: "Factura de su suscripción",
    when: (days) =>
      days === 0
        ? "vence hoy"
        : days < 0
          ? `vence en ${plural(-days, "día", "días")}`
          : `venció hace ${plural(days, "día", "días")}`,
    text: (name, what, when) => `¡Hola, ${name}!\n\nLa factura ${what} ${when}.`,
    way: (address) => `\n\nPara pagar con Pix, abra:\n${address}`,
  },
};

/** Subject and text of a reminder, for mail and WhatsApp alike. */
export function reminderText(reminder: Reminder): { readonly subject: string; readonly text: string } {
  const { language, company, plan, valueCents, dueDate, days, address } = reminder;
  const words = WORDS[language];
  const value = formatReais(valueCents / 100, language);
  const what = `“${plan}” (${value}, ${dateText(dueDate, language)})`;
  const text = words.text(company, what, words.when(days)) + (address === null ? "" : words.way(address));
  return { subject: words.subject, text: `${text}\n` };
}
