import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { memo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import type { HeaderAction } from "#web/inbox/tickets/actions/ticket-action.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";

export interface HeaderButtonsProps {
  /** Buttons, the most likely action last; the same array for tickets in the same state. */
  readonly buttons: readonly HeaderAction[];
  readonly menu: readonly HeaderAction[];
  /** `id` of the action in progress. */
  readonly working: string | null;
  /** Always the same function: another ticket in the same state renders no button again. */
  readonly onAction: (action: HeaderAction) => void;
}

/** Actions of the ticket on screen: some as buttons, all others in a menu. */
export const HeaderButtons = memo(function HeaderButtons(props: HeaderButtonsProps) {
  const t = useText(ticketTexts);
  const { buttons, menu, working, onAction } = props;
  return (
    <div className="head-actions">
      {buttons.map((action, at) => {
        const isPrimary = at === buttons.length - 1;
        const label = t(action.label);
        return (
          <Button
            key={action.id}
            className="head-action"
            variant={isPrimary ? "primary" : "secondary"}
            icon={action.icon}
            aria-label={label}
            isPending={working === action.id}
            onPress={() => onAction(action)}
          >
            {label}
          </Button>
        );
      })}
      <Menu
        label={t("head.more")}
        items={menu.map((action) => ({
          id: action.id,
          label: t(action.label),
          icon: action.icon,
          ...(action.tone && { tone: action.tone }),
          onAction: () => onAction(action),
        }))}
        trigger={
          <IconButton label={t("head.more")}>
            <EllipsisVertical />
          </IconButton>
        }
      />
    </div>
  );
});
