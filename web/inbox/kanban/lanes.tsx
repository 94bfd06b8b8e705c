import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useId, useRef, useState } from "react";
import { GridList } from "react-aria-components/GridList";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { ListLayout, Virtualizer } from "react-aria-components/Virtualizer";
import { common } from "#web/i18n/locales/index.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { Board, Lane as LaneOfBoard } from "./board.ts";
import { Card } from "./card.tsx";
import { kanbanTexts } from "./locales/index.ts";
import { carryByTouch } from "./touch-drag.ts";

/** The lanes side by side; on phones one at a time, with a tab for each. */
export function Lanes({ board }: { readonly board: Board }) {
  useSignals();
  const t = useText(kanbanTexts);
  const words = useText(common);
  const isNarrow = useNarrow();
  const box = useRef<HTMLElement>(null);
  const [at, setAt] = useState(0);
  const lanes = board.lanes.value;
  const nameOf = (lane: number) => lanes.find(({ id }) => id === lane)?.tag?.name ?? t("page.openLane");
  const move = async (ticketId: number, lane: number) => {
    try {
      const moved = await board.move(ticketId, lane);
      if (!moved) return;
      const name = board.tickets.peek(ticketId)?.contact.name ?? "";
      const undo = () => void board.move(ticketId, moved.from).catch(toast.failure);
      toast.info(t("card.moved", { name, lane: nameOf(lane) }), { label: words("action.undo"), run: undo });
    } catch (error) {
      toast.failure(error);
    }
  };
  const moveNow = useRef(move);
  moveNow.current = move;
  useEffect(() => {
    if (!box.current) return;
    return carryByTouch(box.current, (id, to) => void moveNow.current(id, to));
  }, []);
  const show = (lane: string) => {
    const column = box.current?.querySelector(`[data-lane="${lane}"]`);
    column?.scrollIntoView({ inline: "center", block: "nearest" });
  };
  return (
    <>
      {isNarrow ? (
        <Tabs
          variant="pill"
          className="kanban-tabs"
          label={t("page.lanes")}
          selected={String(lanes[at]?.id ?? lanes[0]?.id ?? 0)}
          onSelect={show}
          items={lanes.map(({ id, ticketIds }) => ({
            id: String(id),
            label: nameOf(id),
            extra: <span className="kanban-tab-count">{formatNumber(ticketIds.length)}</span>,
          }))}
        />
      ) : null}
      <section
        ref={box}
        className="kanban-lanes"
        aria-label={t("page.board")}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth } }) =>
          setAt(Math.round((scrollLeft / scrollWidth) * lanes.length))
        }
      >
        {lanes.map((lane) => (
          <Lane key={lane.id} board={board} lane={lane} onMove={(id, to) => void move(id, to)} />
        ))}
      </section>
    </>
  );
}

/** Drag type of a card, whose data is a ticket id. Dropped files and texts are not accepted. */
const CARD = "application/x-balcao-ticket";
/**
 * Height of a card, as in the style sheet, and the gaps, px. All cards have one height, so that only visible ones are
 * rendered.
 */
const layout = { rowSize: 108, gap: 8, padding: 8 };
const layoutForFingers = { ...layout, rowSize: 124 };

interface LaneProps {
  readonly board: Board;
  readonly lane: LaneOfBoard;
  readonly onMove: (ticketId: number, lane: number) => void;
}

/** One lane. Cards are dragged out of it and dropped into it by mouse, finger or keyboard. */
function Lane({ board, lane, onMove }: LaneProps) {
  useSignals();
  const t = useText(kanbanTexts);
  const id = useId();
  const name = lane.tag?.name ?? t("page.openLane");
  const count = lane.ticketIds.length;
  const items = lane.ticketIds.map((ticketId) => ({ id: ticketId }));
  const { dragAndDropHooks } = useDragAndDrop<{ readonly id: number }>({
    getItems: (keys) =>
      [...keys].map((key) => ({
        [CARD]: String(key),
        "text/plain": board.tickets.peek(Number(key))?.contact.name ?? "",
      })),
    acceptedDragTypes: [CARD],
    getDropOperation: () => "move",
    onRootDrop: async ({ items: dropped }) => {
      for (const item of dropped.filter(isTextDropItem)) onMove(Number(await item.getText(CARD)), lane.id);
    },
  });
  return (
    <section
      className="kanban-lane"
      aria-labelledby={id}
      style={dataColor(lane.tag?.color)}
      data-lane={lane.id}
    >
      <header className="kanban-lane-head">
        <i className="kanban-dot" />
        <h2 id={id} className="ellipsis">
          {name}
        </h2>
        <span className="kanban-lane-count" role="status" aria-label={t("lane.count", { count })}>
          {count}
        </span>
      </header>
      <Virtualizer
        layout={ListLayout}
        layoutOptions={matchMedia("(pointer: coarse)").matches ? layoutForFingers : layout}
      >
        <GridList
          aria-label={t("lane.label", { name, count: t("lane.count", { count }) })}
          className="kanban-cards"
          items={items}
          dependencies={[onMove]}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className="kanban-empty">{t("lane.empty")}</p>}
        >
          {(item) => <Card board={board} ticketId={item.id} onMove={onMove} />}
        </GridList>
      </Virtualizer>
    </section>
  );
}
