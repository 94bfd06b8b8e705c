import { memo, useState } from "react";
import type { TicketViewModel } from "./ticket-view-model.ts";
import { TicketViewStream, type TicketViewStreamProps } from "./ticket-view-stream.tsx";
import "./cached-streams.css";

/** Number of conversations that stay rendered, including the one on screen. */
const MAX_CACHED = 8;

/** A rendered conversation. */
export interface CachedStream {
  readonly view: TicketViewModel;
  /** Its first visit: distinguishes it from another view of the same ticket. */
  readonly key: number;
  /** Its last visit; visits are counted over all conversations. */
  readonly visit: number;
}

/** The cached streams after `view` is shown, in the order of their first visit, so that nothing moves in the DOM. */
export function nextCached(drawn: readonly CachedStream[], view: TicketViewModel): readonly CachedStream[] {
  const visit = Math.max(0, ...drawn.map((one) => one.visit)) + 1;
  const known = drawn.find((one) => one.view === view);
  const others = drawn.filter(({ view: { ticketId } }) => ticketId !== view.ticketId);
  const [oldest] = others.toSorted((a, b) => a.visit - b.visit);
  const rest = others.length < MAX_CACHED ? others : others.filter((one) => one !== oldest);
  return [...rest, { view, key: known?.key ?? visit, visit }].sort((a, b) => a.key - b.key);
}

/** Hidden conversations are not rendered again for changes of the visible one. */
const FrozenStream = memo(
  ({ isShown: _, ...props }: TicketViewStreamProps & { readonly isShown: boolean }) => (
    <TicketViewStream {...props} />
  ),
  (before, after) =>
    !after.isShown ||
    (Object.keys(after) as (keyof typeof after)[]).every((key) => before[key] === after[key]),
);

/**
 * The conversation of a view. Previous ones stay in the page, hidden and inert: going back to one shows it at once,
 * at its end or unread line as if just opened.
 */
export function CachedStreams(props: Omit<TicketViewStreamProps, "visit">) {
  const { view } = props;
  const [drawn, setDrawn] = useState(() => nextCached([], view));
  const newest = drawn.reduce((a, b) => (b.visit > a.visit ? b : a));
  if (newest.view !== view) setDrawn(nextCached(drawn, view));
  return (
    <div className="kept-streams">
      {drawn.map((one) => {
        const isShown = one.view === view;
        return (
          <div key={one.key} className={isShown ? "kept-stream" : "kept-stream kept-stream-away"}>
            <FrozenStream {...props} view={one.view} visit={one.visit} isShown={isShown} />
          </div>
        );
      })}
    </div>
  );
}
