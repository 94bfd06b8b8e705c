import { useEffect, useState } from "react";
import type { ConsentOfContact } from "#inbox/consents/contract.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { ContactSection } from "#web/people/contacts/contact-section.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { consentTexts } from "./locales/index.ts";

/** The consents and their texts, loaded on demand to keep them out of the first page's bundle. */
export async function loadConsents() {
  await preloadTexts(consentTexts);
  return Consents;
}

/** The consents of the contact, with their times; empty when there are none. */
export function Consents({ contactId }: { readonly contactId: number }) {
  const t = useText(consentTexts);
  const [told, setTold] = useState<readonly ConsentOfContact[]>([]);
  useEffect(() => {
    let isShown = true;
    // Optional: a failure is not shown.
    afterPaint()
      .then(() => api.get<readonly ConsentOfContact[]>(`/contacts/${contactId}/consents`))
      .then(
        (found) => isShown && setTold(found),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, [contactId]);
  if (told.length === 0) return null;
  return (
    <ContactSection title={t("consent.title")}>
      <ul className="contact-notes">
        {told.map(({ id, connection, version, text, toldAt, withdrawnAt }) => (
          <li key={id} title={text}>
            {t("consent.told", { date: formatDate(toldAt) })}
            <small>{t("consent.version", { connection, version })}</small>
            {withdrawnAt ? (
              <Chip tone="waiting">{t("consent.withdrawn", { date: formatDate(withdrawnAt) })}</Chip>
            ) : null}
          </li>
        ))}
      </ul>
    </ContactSection>
  );
}
