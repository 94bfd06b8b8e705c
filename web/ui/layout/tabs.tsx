import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./tabs.css";

interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Shown instead of the label, which is then the name for screen readers and the tooltip. */
  readonly icon?: ReactNode;
  /** A count or icon after the text. */
  readonly extra?: ReactNode;
  /** Content of the tab; omitted where the page renders it elsewhere by `selected`. */
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

/** Target tab of each key, from tab number `at` of `count`. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Scrolls overflowing tabs sideways until the selected one is visible; the page does not scroll. */
function showWithin(list: HTMLElement, chosen: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right;
}

/**
 * Tabs by the ARIA practices: the Tab key stops once, arrow keys select. Only the selected panel is rendered. Not
 * those of react-aria, which would add its collections to the first load.
 */
export function Tabs({ label, items, selected, onSelect, variant = "filled", className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = items.find((item) => item.id === selected)?.panel;
  // Without a selected tab the Tab key stops at the first one.
  const at = Math.max(
    0,
    items.findIndex((item) => item.id === selected),
  );
  useEffect(() => {
    // Measured after the paint: before it, measuring would force a layout of the whole page.
    void afterPaint().then(() => {
      const chosen = list.current?.querySelector<HTMLElement>(`[id="${id}-${selected}"]`);
      if (list.current && chosen) showWithin(list.current, chosen);
    });
  }, [id, selected]);
  const move = (event: KeyboardEvent) => {
    const next = MOVES[event.key]?.(at, items.length);
    const item = next === undefined ? undefined : items[next];
    if (!item) return;
    event.preventDefault();
    onSelect(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ?? 0]?.focus();
  };
  return (
    <div className={classNames("tabs", `tabs-${variant}`, className)}>
      <div ref={list} className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item, index) => (
          <button
            key={item.id}
            id={`${id}-${item.id}`}
            type="button"
            role="tab"
            className="tabs-tab"
            aria-selected={item.id === selected}
            aria-controls={panel && item.id === selected ? `${id}-panel` : undefined}
            title={item.icon ? item.label : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onSelect(item.id)}
          >
            {item.icon ? (
              <>
                {item.icon}
                <span className="visually-hidden">{item.label}</span>
              </>
            ) : (
              <span className="ellipsis">{item.label}</span>
            )}
            {item.extra}
          </button>
        ))}
      </div>
      {panel ? (
        <div
          key={selected}
          id={`${id}-panel`}
          className="tabs-panel"
          role="tabpanel"
          aria-labelledby={`${id}-${selected}`}
        >
          {panel}
        </div>
      ) : null}
    </div>
  );
}
