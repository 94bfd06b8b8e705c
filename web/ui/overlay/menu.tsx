import type { ReactElement, ReactNode } from "react";
import type { PopoverProps } from "react-aria-components/Popover";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { useTrigger } from "./use-trigger.tsx";

const MenuBody = lazyLayer(async () => (await import("./menu-body.tsx")).MenuBody);
export const preloadMenu = MenuBody.preload;

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onAction: () => void;
  readonly tone?: "normal" | "danger";
  readonly isDisabled?: boolean;
  /** Set on every item of a group: the group is a single choice, and this item is the chosen one. */
  readonly isChosen?: boolean;
  /** Shortcut of the same action, for display. */
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
  /** Items under headings, separated by lines. */
  readonly groups?: readonly MenuGroup[];
  /** Shown above the items; cannot be chosen. */
  readonly header?: ReactNode;
  readonly placement?: NonNullable<PopoverProps["placement"]>;
}

/** A menu of actions; arrows, letters, Enter and Esc work. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const { element, button, isOpen, setOpen } = useTrigger(trigger, { kind: "menu", load: preloadMenu });
  return (
    <>
      {element}
      {isOpen ? <MenuBody {...rest} button={button} onOpenChange={setOpen} /> : null}
    </>
  );
}
