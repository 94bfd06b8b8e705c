import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import type { OptionTree } from "./tree-model.ts";
import { TreeRow } from "./tree-row.tsx";
import { type Move, placeAfter, placeOfDrop, type Row, type Zone, zoneAt } from "./tree-shape.ts";

interface Props {
  readonly tree: OptionTree;
  readonly onRemove: (row: Row) => void;
}
interface Drop {
  readonly id: number;
  readonly zone: Zone;
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
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
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
    tell(await tree.move(id, place));
    focusNext.current = id;
  };
  const tell = (row: Row | null) => {
    if (row) setSaid(t("bot.moved", { title: row.node.title, option: row.node.option, level: row.level }));
  };
  const act = (key: string, row: Row): boolean => {
    const { id, children } = row.node;
    const at = rows.indexOf(row);
    switch (key) {
      case "ArrowUp":
        focus(rows[at - 1]);
        return true;
      case "ArrowDown":
        focus(rows[at + 1]);
        return true;
      case "ArrowRight":
        if (!row.isOpen) tree.toggle(id, true);
        else if (children.length > 0) focus(rows[at + 1]);
        return true;
      case "ArrowLeft":
        if (row.isOpen && children.length > 0) tree.toggle(id, false);
        else focus(rows.find(({ node }) => node.id === row.parent?.id));
        return true;
      case "Home":
        focus(rows[0]);
        return true;
      case "End":
        focus(rows.at(-1));
        return true;
      case "F2":
        tree.renaming.value = id;
        return true;
      case "Delete":
        onRemove(row);
        return true;
      case "Enter":
      case " ":
        tree.choose(id);
        return true;
      default:
        return false;
    }
  };
  const press = (event: KeyboardEvent, row: Row) => {
    // Keys pressed in a button or in the title field are not commands of the row.
    if (event.target !== event.currentTarget) return;
    const how = event.altKey ? MOVES[event.key] : undefined;
    if (how) void move(row.node.id, how);
    else if (!act(event.key, row)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const over = (event: DragEvent, row: Row) => {
    if (dragged === null) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const zone = zoneAt((event.clientY - top) / height);
    const fits = placeOfDrop(tree.nodes.peek(), dragged, row.node.id, zone) !== null;
    if (fits) event.preventDefault();
    if (drop?.id !== row.node.id || drop.zone !== zone || !fits)
      setDrop(fits ? { id: row.node.id, zone } : null);
  };
  const release = (event: DragEvent) => {
    event.preventDefault();
    const place =
      dragged !== null && drop ? placeOfDrop(tree.nodes.peek(), dragged, drop.id, drop.zone) : null;
    if (dragged !== null && place) void tree.move(dragged, place).then(tell);
    setDragged(null);
    setDrop(null);
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
            isDragged={row.node.id === dragged}
            zone={drop?.id === row.node.id ? drop.zone : null}
            onKeyDown={(event) => press(event, row)}
            onMove={(how) => void move(row.node.id, how)}
            onRemove={() => onRemove(row)}
            onDragStart={() => setDragged(row.node.id)}
            onDragOver={(event) => over(event, row)}
            onDrop={release}
            onDragEnd={() => {
              setDragged(null);
              setDrop(null);
            }}
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
        {said}
      </span>
    </div>
  );
}
