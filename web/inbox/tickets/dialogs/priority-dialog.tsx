import { ListBox } from "react-aria-components/ListBox";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { priorityOf } from "#inbox/tickets/lists/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { prioritise } from "#web/inbox/tickets/actions/priority.tsx";
import { PriorityIcon } from "#web/inbox/tickets/list/priority-mark.tsx";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { OptionRow } from "#web/ui/select/select.tsx";
import "#web/ui/select/list-box.css";

const LEVELS = [4, 3, 2, 1] as const;

interface PriorityDialogProps {
  readonly ticket: TicketAnswer;
  readonly onClose: () => void;
}

/** The four priorities; a press sets one and closes the dialog. */
export default function PriorityDialog({ ticket, onClose }: PriorityDialogProps) {
  const t = useText(ticketTexts);
  const options = LEVELS.map((id) => ({
    id,
    label: t(`priority.level${id}`),
    icon: <PriorityIcon level={id} />,
  }));
  const now = priorityOf(ticket);
  return (
    <Dialog title={t("priority.title")} size="s" onClose={onClose}>
      <ListBox
        className="list-box priority-levels"
        aria-label={t("priority.title")}
        items={options}
        selectionMode="single"
        autoFocus
        selectedKeys={[now]}
        // The level that the ticket has already is deselected by a press: the dialog closes without a change.
        onSelectionChange={(keys) => {
          const level = LEVELS.find((id) => keys !== "all" && keys.has(id));
          onClose();
          if (level && level !== now) void prioritise(ticket, level);
        }}
      >
        {(option) => <OptionRow option={option} />}
      </ListBox>
    </Dialog>
  );
}
