import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { Board } from "./board.ts";
import { Lane } from "./lane.tsx";
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
