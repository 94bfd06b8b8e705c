import { useState } from "react";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { contactListTexts } from "#web/people/contacts/list/locales/index.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { ContactSection } from "./contact-section.tsx";
import { contactTexts } from "./locales/index.ts";

const Attendances = lazy(async () => {
  const [part] = await Promise.all([import("./history/attendances.tsx"), preloadTexts(contactListTexts)]);
  return part.Attendances;
});

/** Every attendance of the contact, over all tickets; loaded on request. */
export function ContactHistory({ contactId }: { readonly contactId: number }) {
  const t = useText(contactTexts);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <ContactSection
        title={t("drawer.history")}
        action={{ label: t("drawer.seeHistory"), run: () => setOpen(true) }}
      >
        {null}
      </ContactSection>
    );
  }
  return (
    <ContactSection title={t("drawer.history")}>
      <Attendances contactId={contactId} />
    </ContactSection>
  );
}
