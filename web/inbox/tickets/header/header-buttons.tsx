import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { memo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { HeadAction } from "./header-actions.ts";
import { HEAD_ICONS } from "./header-icons.tsx";
import { type HeadVerb, useHeadMenu } from "./header-menu.tsx";

export interface HeadButtonsProps {
  /** What may be done, the likeliest last. */
  readonly actions: readonly HeadAction[];
  /** Under way. */
  readonly working: HeadAction | null;
  readonly isNarrow: boolean;
  readonly isDrawerOpen: boolean;
  /** Always the same function: another ticket of the same sort draws no button. */
  readonly onVerb: (verb: HeadVerb) => void;
}

/** What to do with the ticket on screen: the verbs, and the menu of everything else. */
export const HeadButtons = memo(function HeadButtons(props: HeadButtonsProps) {
  const t = useText(ticketTexts);
  const { actions, working, isNarrow, isDrawerOpen, onVerb } = props;
  const menu = useHeadMenu({ mayResolve: actions.includes("resolve"), isNarrow, isDrawerOpen, onVerb });
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
            icon={HEAD_ICONS[action]}
            aria-label={label}
            isPending={working === action}
            onPress={() => onVerb(action)}
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
