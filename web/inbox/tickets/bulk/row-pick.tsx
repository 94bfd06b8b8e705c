import { useSignals } from "@preact/signals-react/runtime";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { isSelected, isSelecting, selectTo, toggleRow } from "./selection.ts";

/** The avatar of a row; under mouse or focus, and while rows are selected, a checkbox that selects the row. */
export function RowPick({ ticket: { id, contact } }: { readonly ticket: TicketAnswer }) {
  useSignals();
  const t = useText(ticketTexts);
  const isOn = isSelected(id);
  return (
    <span className={classNames("row-pick", isSelecting.value && "row-picking")}>
      <Avatar name={contact.name} picture={contact.profilePicUrl} />
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isOn}
        aria-label={t("row.of", { action: t("row.select"), name: contact.name })}
        onClick={(event) => (event.shiftKey ? selectTo(id) : toggleRow(id))}
        onChange={() => undefined}
      />
    </span>
  );
}
