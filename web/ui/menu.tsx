import Check from "lucide-react/icons/check";
import type { ReactElement, ReactNode } from "react";
import { Header } from "react-aria-components/Header";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from "react-aria-components/Menu";
import { Popover as AriaPopover, type PopoverProps } from "react-aria-components/Popover";
import "./popover.css";
import "./menu.css";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onAction: () => void;
  readonly tone?: "normal" | "danger";
  readonly isDisabled?: boolean;
  /** Given for every item of a group: the group is a choice, and this one carries the tick. */
  readonly isChosen?: boolean;
  /** Keys that do the same, for the eye. */
  readonly keys?: string;
}
export interface MenuGroup {
  readonly id: string;
  readonly title?: string;
  readonly items: readonly MenuItem[];
}
export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly items?: readonly MenuItem[];
  /** Items under headings, parted by lines. */
  readonly groups?: readonly MenuGroup[];
  /** Stands over the items and cannot be chosen. */
  readonly header?: ReactNode;
  readonly placement?: NonNullable<PopoverProps["placement"]>;
}

/** A menu of actions; arrows, letters, Enter and Esc work. */
export function Menu({
  trigger,
  label,
  items = [],
  groups = [],
  header,
  placement = "bottom end",
}: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <AriaPopover className="popover" placement={placement} offset={4}>
        {header}
        <AriaMenu className="menu" aria-label={label}>
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
    </MenuTrigger>
  );
}

/** A group in which items are marked as chosen or not reads as one choice out of several. */
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
