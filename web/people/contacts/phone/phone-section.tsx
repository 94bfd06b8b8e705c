import { useState } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { loadContact } from "#web/people/contacts/contact-cards.ts";
import { ContactSection } from "#web/people/contacts/contact-section.tsx";
import { mergeContacts, updateContact } from "#web/people/contacts/contacts-api.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { phoneTexts } from "./locales/index.ts";
import "./phone-section.css";

interface Props {
  readonly contact: ContactAnswer;
  readonly ticketId: number;
}

/** The section and its texts, loaded on demand to keep them out of the first page's bundle. */
export async function loadPhoneSection() {
  await preloadTexts(phoneTexts);
  return PhoneSection;
}

/** The offered number belongs to another contact, and the user may not merge contacts. */
class TakenNumber extends Error {}

const DAYS_BETWEEN = 7;
const DAY_MS = 24 * 60 * 60_000;

/** What an attendant can do about a phone that is not known (docs/rules/contacts.md#ask-for-the-phone). */
export function PhoneSection({ contact, ticketId }: Props) {
  const t = useText(phoneTexts);
  const [isPending, setPending] = useState(false);
  const { phone, id } = contact;
  if (!phone || phone.state === "known" || contact.isGroup) return null;
  const run = async (call: () => Promise<unknown>, done: string) => {
    setPending(true);
    try {
      await call();
      toast.success(done);
      await loadContact(id);
    } catch (error) {
      if (error instanceof TakenNumber) toast.info(t("phone.taken"));
      else toast.failure(error);
    } finally {
      setPending(false);
    }
  };
  const { offered, askedAt, state } = phone;
  const isRecent = askedAt !== null && Date.now() - Date.parse(askedAt) < DAYS_BETWEEN * DAY_MS;
  const use = (number: string) =>
    run(async () => {
      try {
        await updateContact(id, { number: `+${number}` });
      } catch (error) {
        // The number belongs to another contact: one person with two contacts, which only admins merge.
        const other = error instanceof ApiError ? error.details["contactId"] : undefined;
        if (typeof other !== "number") throw error;
        if (session.user.peek()?.profile !== "admin") throw new TakenNumber();
        await mergeContacts(id, other);
      }
    }, t("phone.saved"));
  return (
    <ContactSection title={t("phone.title")}>
      <p className="phone-hint">
        {state === "refused"
          ? t("phone.refused")
          : askedAt
            ? t("phone.askedOn", { date: formatDate(askedAt) })
            : t("phone.unknown")}
      </p>
      {offered ? (
        <div className="phone-offer">
          <span>{t("phone.offered", { number: formatNumber(offered) })}</span>
          <div className="phone-buttons">
            <Button size="s" variant="primary" isPending={isPending} onPress={() => void use(offered)}>
              {t("phone.use")}
            </Button>
            <Button
              size="s"
              onPress={() => void run(() => updateContact(id, { offeredPhone: null }), t("phone.dismissed"))}
            >
              {t("phone.dismiss")}
            </Button>
          </div>
        </div>
      ) : null}
      <div className="phone-buttons">
        <Button
          size="s"
          isDisabled={isRecent}
          isPending={isPending}
          onPress={() => void run(() => api.post(`/tickets/${ticketId}/ask-phone`), t("phone.asked"))}
        >
          {t("phone.ask")}
        </Button>
        {state === "asked" ? (
          <Button
            size="s"
            variant="ghost"
            onPress={() => void run(() => api.delete(`/tickets/${ticketId}/ask-phone`), t("phone.noted"))}
          >
            {t("phone.refuse")}
          </Button>
        ) : null}
      </div>
    </ContactSection>
  );
}
