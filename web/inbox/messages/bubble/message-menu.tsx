import { useSignals } from "@preact/signals-react/runtime";
import Copy from "lucide-react/icons/copy";
import Forward from "lucide-react/icons/forward";
import Info from "lucide-react/icons/info";
import Languages from "lucide-react/icons/languages";
import ListChecks from "lucide-react/icons/list-checks";
import Pencil from "lucide-react/icons/pencil";
import Reply from "lucide-react/icons/reply";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import Star from "lucide-react/icons/star";
import StarOff from "lucide-react/icons/star-off";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import type { MessageActions } from "./message-actions.ts";
import { isOwnReaction, QUICK_REACTIONS } from "./reactions.ts";
import "#web/ui/overlay/popover.css";
import "#web/ui/overlay/menu.css";
import "./message-menu.css";

export interface MessageMenuProps {
  readonly message: MessageAnswer;
  readonly anchor: HTMLElement;
  readonly actions: MessageActions;
  readonly onReply: () => void;
  readonly onCopy: () => void;
  readonly onReact: (emoji: string) => void;
  /** Left out where messages cannot be forwarded, as in the internal chat. */
  readonly onForward?: () => void;
  /** Left out where messages are not translated, as in the internal chat. */
  readonly onTranslate?: () => void;
  /** Begins to select messages; left out like `onForward`. */
  readonly onSelect?: () => void;
  /** Left out where messages cannot be starred, as in the internal chat. */
  readonly star?: { readonly isOn: boolean; readonly onToggle: () => void } | undefined;
  /** Left out where nothing is known about a message, as in the internal chat. */
  readonly onInfo?: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** The menu of one message: a row of reactions, then the actions. */
export function MessageMenu(props: MessageMenuProps) {
  useSignals();
  const t = useText(messages);
  const { message, anchor, actions, star, onClose } = props;
  useBackCloses(onClose);
  const own = message.reactions.find(isOwnReaction)?.emoji;
  const items: readonly [boolean, string, string, ReactNode, () => void][] = [
    [actions.retry, "retry", t("bubble.retry"), <RotateCcw key="i" />, props.onRetry],
    [actions.reply, "reply", t("bubble.reply"), <Reply key="i" />, props.onReply],
    [
      actions.translate && props.onTranslate !== undefined,
      "translate",
      t("bubble.translate"),
      <Languages key="i" />,
      () => props.onTranslate?.(),
    ],
    [actions.copy, "copy", t("bubble.copy"), <Copy key="i" />, props.onCopy],
    [
      actions.forward && props.onForward !== undefined,
      "forward",
      t("bubble.forward"),
      <Forward key="i" />,
      () => props.onForward?.(),
    ],
    [
      actions.forward && props.onSelect !== undefined,
      "select",
      t("bubble.select"),
      <ListChecks key="i" />,
      () => props.onSelect?.(),
    ],
    [
      star !== undefined && (actions.star || star.isOn),
      "star",
      t(star?.isOn ? "bubble.unstar" : "bubble.star"),
      star?.isOn ? <StarOff key="i" /> : <Star key="i" />,
      () => star?.onToggle(),
    ],
    [
      actions.info && props.onInfo !== undefined,
      "info",
      t("bubble.info"),
      <Info key="i" />,
      () => props.onInfo?.(),
    ],
    [actions.edit, "edit", t("bubble.edit"), <Pencil key="i" />, props.onEdit],
    [actions.delete, "delete", t("bubble.delete"), <Trash2 key="i" />, props.onDelete],
  ];
  const run = (work: () => void) => {
    onClose();
    work();
  };
  return (
    <Popover
      className="popover message-menu"
      triggerRef={{ current: anchor }}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      offset={2}
      aria-label={t("bubble.actions", { time: "" })}
    >
      {actions.react ? (
        <div className="message-menu-reactions">
          {QUICK_REACTIONS.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={emoji === own ? "quick-reaction quick-reaction-own" : "quick-reaction"}
              aria-label={t(emoji === own ? "bubble.unreact" : "bubble.react", { emoji })}
              onClick={() => run(() => props.onReact(emoji === own ? "" : emoji))}
            >
              {emoji}
            </button>
          ))}
        </div>
      ) : null}
      <Menu className="menu" aria-label={t("bubble.actions", { time: "" })} autoFocus="first">
        {items
          .filter(([offered]) => offered)
          .map(([, id, label, icon, work]) => (
            <MenuItem
              key={id}
              id={id}
              textValue={label}
              className={`menu-item menu-item-${id === "delete" ? "danger" : "normal"}`}
              onAction={() => run(work)}
            >
              {icon}
              <span className="ellipsis">{label}</span>
            </MenuItem>
          ))}
      </Menu>
    </Popover>
  );
}
