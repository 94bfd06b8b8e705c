import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";
import { classNames } from "./class-names.ts";
import "./tabs.css";

export interface TabItem {
  readonly id: string;
  readonly label: string;
  /** A count or icon after the words. */
  readonly extra?: ReactNode;
  /** What the tab shows; left out where the page draws it elsewhere from `selected`. */
  readonly panel?: ReactNode;
}
export interface TabsProps {
  readonly label: string;
  readonly items: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  readonly variant?: "filled" | "line" | "pill";
  readonly className?: string;
}

/** Tabs that move by arrows. Only the chosen panel is in the page. */
export function Tabs({ label, items, selected, onSelect, variant = "filled", className }: TabsProps) {
  return (
    <AriaTabs
      className={classNames("tabs", `tabs-${variant}`, className)}
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
    >
      <TabList className="tabs-list" aria-label={label}>
        {items.map((item) => (
          <Tab key={item.id} id={item.id} className="tabs-tab">
            <span className="ellipsis">{item.label}</span>
            {item.extra}
          </Tab>
        ))}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="tabs-panel">
          {item.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
