import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { FirstSteps } from "#web/operations/first-steps/place.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import "./no-ticket.css";

/** Empty state beside the list while no ticket is open. */
export function NoTicket({ onNew }: { readonly onNew: () => void }) {
  const t = useText(ticketTexts);
  return (
    <section className="no-ticket" aria-label={t("page.ticket")}>
      <FirstSteps />
      <EmptyState
        picture={<CounterPicture />}
        title={t("page.chooseTitle")}
        text={t("page.chooseText")}
        action={<Button onPress={onNew}>{t("list.newTicket")}</Button>}
      />
    </section>
  );
}
