import type { ProviderContact } from "#accounts/billing/contract.ts";

/** Digits of a Brazilian number without its country code. */
const NATIONAL = /^\d{10,11}$/;

/** The number with its country code, and addresses that open WhatsApp and the mail program with the subject filled in; null where the provider gave nothing. */
export function contactLinks({ email, phone }: ProviderContact, subject: string) {
  const text = encodeURIComponent(subject.toWellFormed());
  const digits = phone.replace(/\D/g, "");
  const number = NATIONAL.test(digits) ? `55${digits}` : digits;
  return {
    number,
    whatsapp: number.length >= 10 ? `https://wa.me/${number}?text=${text}` : null,
    mail: email === "" ? null : `mailto:${encodeURIComponent(email)}?subject=${text}`,
  };
}
