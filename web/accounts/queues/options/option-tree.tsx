import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { pressOption } from "./option-keys.ts";
import type { OptionTree } from "./tree-model.ts";
import { TreeRow } from "./tree-row.tsx";
import { type Move, placeAfter, type Row } from "./tree-shape.ts";
import { useOptionDrag } from "./use-option-drag.ts";

interface Props {
  readonly tree: OptionTree;
  readonly onRemove: (row: Row) => void;
}

const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};

/**
 * The options as a tree: arrow keys select, Alt with arrow keys moves, F2 renames, Delete deletes; the mouse drags.
 */
export function OptionTreeView({ tree, onRemove }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const list = useRef<HTMLDivElement>(null);
  const [announced, setAnnounced] = useState("");
  const rows = tree.rows.value;
  const chosen = tree.chosen.value?.node.id ?? null;
  const stop = rows.some(({ node }) => node.id === chosen) ? chosen : (rows[0]?.node.id ?? null);
  const focusNext = useRef<number | null>(null);
  useEffect(() => {
    const id = focusNext.current;
    if (id === null) return;
    focusNext.current = null;
    list.current?.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
  });

  const focus = (row: Row | undefined) => {
    if (!row) return;
    tree.choose(row.node.id);
    focusNext.current = row.node.id;
  };
  const move = async (id: number, how: Move) => {
    const place = placeAfter(tree.nodes.peek(), id, how);
    if (!place) return;
    focusNext.current = id;
    announce(await tree.move(id, place));
    focusNext.current = id;
  };
  const announce = (row: Row | null) => {
    if (row)
      setAnnounced(t("bot.moved", { title: row.node.title, option: row.node.option, level: row.level }));
  };
  const drag = useOptionDrag(tree, announce);
  const press = (event: KeyboardEvent, row: Row) => {
    // Keys pressed in a button or in the title field are not commands of the row.
    if (event.target !== event.currentTarget) return;
    const how = event.altKey ? MOVES[event.key] : undefined;
    if (how) void move(row.node.id, how);
    else if (!pressOption(event.key, { tree, row, focus, onRemove })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="option-tree">
      <div ref={list} role="tree" aria-label={t("bot.tree")} className="option-rows">
        {rows.map((row) => (
          <TreeRow
            key={row.node.id}
            row={row}
            tree={tree}
            isStop={row.node.id === stop}
            isDragged={row.node.id === drag.dragged}
            zone={drag.drop?.id === row.node.id ? drag.drop.zone : null}
            onKeyDown={(event) => press(event, row)}
            onMove={(how) => void move(row.node.id, how)}
            onRemove={() => onRemove(row)}
            onDragStart={() => drag.start(row.node.id)}
            onDragOver={(event) => drag.over(event, row)}
            onDrop={drag.release}
            onDragEnd={drag.end}
          />
        ))}
      </div>
      <div>
        <Button icon={<Plus aria-hidden="true" />} onPress={() => void tree.add(null, t("bot.newTitle"))}>
          {t("bot.add")}
        </Button>
      </div>
      <p className="field-help option-hint">{t("bot.dragHelp")}</p>
      <span className="visually-hidden" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}
