import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { memo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { HeaderAction } from "./header-actions.ts";
import { HEADER_ICONS } from "./header-icons.tsx";
import { type HeaderCommand, useHeaderMenu } from "./header-menu.tsx";

export interface HeaderButtonsProps {
  /** What may be done, the likeliest last. */
  readonly actions: readonly HeaderAction[];
  /** Under way. */
  readonly working: HeaderAction | null;
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  /** Always the same function: another ticket of the same sort draws no button. */
  readonly onCommand: (verb: HeaderCommand) => void;
}

/** The actions of the ticket on screen as buttons, and a menu of all others. */
export const HeaderButtons = memo(function HeaderButtons(props: HeaderButtonsProps) {
  const t = useText(ticketTexts);
  const { actions, working, isNarrow, isDrawerOpen, onCommand } = props;
  const menu = useHeaderMenu({ mayResolve: actions.includes("resolve"), isNarrow, isDrawerOpen, onCommand });
  return (
    <div className="head-actions">
      {actions.map((action, at) => {
        const isPrimary = at === actions.length - 1;
        const label = t(`head.${action}`);
        return (
          <Button
            key={action}
            className="head-action"
            variant={isPrimary ? "primary" : "secondary"}
            icon={HEADER_ICONS[action]}
            aria-label={label}
            isPending={working === action}
            onPress={() => onCommand(action)}
          >
            {label}
          </Button>
        );
      })}
      <Menu
        label={t("head.more")}
        items={menu}
        trigger={
          <IconButton label={t("head.more")}>
            <EllipsisVertical />
          </IconButton>
        }
      />
    </div>
  );
});
