import { useText } from "#web/i18n/use-text.ts";
import { starTexts } from "#web/inbox/messages/stars/locales/index.ts";
import { StarList } from "#web/inbox/messages/stars/star-list.tsx";
import { requestJump } from "#web/inbox/messages/stream/jump.ts";
import { ContactSection } from "#web/people/contacts/contact-section.tsx";

/** Starred messages of the conversation with this contact. */
export function StarSection({ ticketId }: { readonly ticketId: number }) {
  const t = useText(starTexts);
  return (
    <ContactSection title={t("list.title")}>
      <StarList
        ticketId={ticketId}
        empty={<p className="contact-empty">{t("list.emptyText")}</p>}
        onOpen={({ message }) => requestJump(ticketId, message.id)}
      />
    </ContactSection>
  );
}
