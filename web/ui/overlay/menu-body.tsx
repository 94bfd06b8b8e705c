import Check from "lucide-react/icons/check";
import type { RefObject } from "react";
import { Header } from "react-aria-components/Header";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
} from "react-aria-components/Menu";
import { Popover as AriaPopover } from "react-aria-components/Popover";
import { useBackCloses } from "#web/lib/page/use-back-closes.ts";
import type { MenuItem, MenuProps } from "./menu.tsx";
import "./popover.css";
import "./menu.css";

interface Props extends Omit<MenuProps, "trigger"> {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Content of a menu; loaded when it is opened. */
export function MenuBody({
  label,
  items = [],
  groups = [],
  header,
  placement = "bottom end",
  button,
  onOpenChange,
}: Props) {
  useBackCloses(() => onOpenChange(false));
  return (
    <AriaPopover
      className="popover"
      aria-label={label}
      triggerRef={button}
      isOpen
      onOpenChange={onOpenChange}
      placement={placement}
      offset={4}
    >
      {header}
      <AriaMenu className="menu" aria-label={label} autoFocus="first" onClose={() => onOpenChange(false)}>
        {items.map(renderItem)}
        {groups.map((group) => (
          <AriaMenuSection
            key={group.id}
            id={group.id}
            className="menu-section"
            aria-label={group.title ?? label}
            {...choiceOf(group.items)}
          >
            {group.title ? <Header className="menu-title">{group.title}</Header> : null}
            {group.items.map(renderItem)}
          </AriaMenuSection>
        ))}
      </AriaMenu>
    </AriaPopover>
  );
}

/** A group whose items have `isChosen` is announced as a single choice. */
function choiceOf(items: readonly MenuItem[]) {
  if (items.every(({ isChosen }) => isChosen === undefined)) return {};
  const chosen = items.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  return { selectionMode: "single", selectedKeys: chosen, disallowEmptySelection: true } as const;
}

function renderItem(item: MenuItem) {
  return (
    <AriaMenuItem
      key={item.id}
      id={item.id}
      textValue={item.label}
      className={`menu-item menu-item-${item.tone ?? "normal"}`}
      onAction={item.onAction}
      isDisabled={item.isDisabled ?? false}
    >
      {item.icon}
      <span className="ellipsis">{item.label}</span>
      {item.isChosen ? <Check className="menu-tick" aria-hidden="true" /> : null}
      {item.keys ? <kbd className="menu-keys">{item.keys}</kbd> : null}
    </AriaMenuItem>
  );
}
