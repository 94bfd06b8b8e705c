import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import { GridList } from "react-aria-components/GridList";
import { isTextDropItem, useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { ListLayout, Virtualizer } from "react-aria-components/Virtualizer";
import { useText } from "#web/i18n/use-text.ts";
import { dataColor } from "#web/ui/styles/color.ts";
import type { Board, Lane as LaneOfBoard } from "./board.ts";
import { Card } from "./card.tsx";
import { kanbanTexts } from "./locales/index.ts";

/** Drag type of a card, whose data is a ticket id. Dropped files and texts are not accepted. */
const CARD = "application/x-balcao-ticket";
/**
 * Height of a card, as in the style sheet, and the gaps, px. All cards have one height, so that only visible ones are
 * rendered.
 */
const layout = { rowSize: 108, gap: 8, padding: 8 };
const layoutForFingers = { ...layout, rowSize: 124 };

interface Props {
  readonly board: Board;
  readonly lane: LaneOfBoard;
  readonly onMove: (ticketId: number, lane: number) => void;
}

/** One lane. Cards are dragged out of it and dropped into it by mouse, finger or keyboard. */
export function Lane({ board, lane, onMove }: Props) {
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
