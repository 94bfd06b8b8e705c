import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import { useEffect, useState } from "react";
import type { ProviderContact as Contact } from "#accounts/billing/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import type { BillingCalls } from "./billing-calls.ts";
import { billingTexts } from "./locales/index.ts";
import "./pay.css";

interface Props {
  readonly calls: Pick<BillingCalls, "contact">;
  /** Subject of the mail, and first text of the WhatsApp chat. */
  readonly subject: string;
}

/** Links to the provider by WhatsApp and mail; each is shown only if the provider has set it. */
export function ProviderContact({ calls, subject }: Props) {
  const t = useText(billingTexts);
  const [contact, setContact] = useState<Contact | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    setError(null);
    calls.contact().then(setContact, setError);
  }, [calls, attempt]);
  if (error !== null) return <ErrorState error={error} onRetry={() => setAttempt(attempt + 1)} />;
  if (!contact) return <Skeleton shape="block" height="96px" />;
  const { number, whatsapp, mail } = contactLinks(contact, subject);
  return (
    <div className="provider-contact">
      <strong>{contact.name}</strong>
      {whatsapp ? (
        <a className="button button-secondary" href={whatsapp} target="_blank" rel="noopener noreferrer">
          <MessageCircle aria-hidden="true" />
          {t("contact.whatsapp", { number: formatPhone(number) })}
        </a>
      ) : null}
      {mail ? (
        <a className="button button-secondary" href={mail}>
          <Mail aria-hidden="true" />
          {t("contact.mail", { address: contact.email })}
        </a>
      ) : null}
      {whatsapp || mail ? null : <p className="field-help">{t("contact.none")}</p>}
    </div>
  );
}

/** Digits of a Brazilian number without its country code. */
const NATIONAL = /^\d{10,11}$/;

/**
 * The number with its country code, and links that open WhatsApp and the mail program with the subject filled in; null
 * for contact data that the provider has not set.
 */
export function contactLinks({ email, phone }: Contact, subject: string) {
  const text = encodeURIComponent(subject.toWellFormed());
  const digits = phone.replace(/\D/g, "");
  const number = NATIONAL.test(digits) ? `55${digits}` : digits;
  return {
    number,
    whatsapp: number.length >= 10 ? `https://wa.me/${number}?text=${text}` : null,
    mail: email === "" ? null : `mailto:${encodeURIComponent(email)}?subject=${text}`,
  };
}
