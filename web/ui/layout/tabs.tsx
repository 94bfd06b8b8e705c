import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { afterPaint } from "#web/lib/page/after-paint.ts";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./tabs.css";

interface TabItem {
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

/** Where each key leads from tab number `at` of `count`. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** More tabs than fit are scrolled sideways until the chosen one is in sight; the page stays where it is. */
function showWithin(list: HTMLElement, chosen: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
  if (inner.left < outer.left) list.scrollLeft -= outer.left - inner.left;
  else if (inner.right > outer.right) list.scrollLeft += inner.right - outer.right;
}

/**
 * Tabs as the ARIA practices describe them: one stop of the Tab key, arrows choose. Only the chosen panel is in
 * the page. Our own, because the library's would bring its whole machinery of lists into the first load.
 */
export function Tabs({ label, items, selected, onSelect, variant = "filled", className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = items.find((item) => item.id === selected)?.panel;
  useEffect(() => {
    // Measured when it stands on the screen: before, the whole page would be laid out for it.
    void afterPaint().then(() => {
      const chosen = list.current?.querySelector<HTMLElement>(`[id="${id}-${selected}"]`);
      if (list.current && chosen) showWithin(list.current, chosen);
    });
  }, [id, selected]);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.id === selected);
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
        {items.map((item) => (
          <button
            key={item.id}
            id={`${id}-${item.id}`}
            type="button"
            role="tab"
            className="tabs-tab"
            aria-selected={item.id === selected}
            aria-controls={panel && item.id === selected ? `${id}-panel` : undefined}
            tabIndex={item.id === selected ? 0 : -1}
            onClick={() => onSelect(item.id)}
          >
            <span className="ellipsis">{item.label}</span>
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
