import { useText } from "#web/i18n/use-text.ts";
import { ContactSection } from "#web/people/contacts/contact-section.tsx";
import { ClockList } from "./clock-list.tsx";
import { slaTexts } from "./locales/index.ts";
import "./clocks.css";

/** All promised times of the ticket, in the panel beside the conversation; on phones the head has no room for the button. */
export function ClocksSection(props: Parameters<typeof ClockList>[0]) {
  const t = useText(slaTexts);
  return (
    <ContactSection title={t("clocks.title")}>
      <ClockList {...props} />
    </ContactSection>
  );
}
