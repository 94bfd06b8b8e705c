import { type DragEvent, useState } from "react";
import type { OptionTree } from "./tree-model.ts";
import { placeOfDrop, type Row, type Zone, zoneAt } from "./tree-shape.ts";

interface Drop {
  readonly id: number;
  readonly zone: Zone;
}

/** Moves options by dragging rows of the tree. `onMoved` gets the moved row; null when it could not be moved. */
export function useOptionDrag(tree: OptionTree, onMoved: (row: Row | null) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };
  return {
    /** Id of the dragged option. */
    dragged,
    /** The row under the pointer, and the part of it. */
    drop,
    start: setDragged,
    over(event: DragEvent, row: Row) {
      if (dragged === null) return;
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const zone = zoneAt((event.clientY - top) / height);
      const fits = placeOfDrop(tree.nodes.peek(), dragged, row.node.id, zone) !== null;
      if (fits) event.preventDefault();
      if (drop?.id !== row.node.id || drop.zone !== zone || !fits)
        setDrop(fits ? { id: row.node.id, zone } : null);
    },
    release(event: DragEvent) {
      event.preventDefault();
      const place =
        dragged !== null && drop ? placeOfDrop(tree.nodes.peek(), dragged, drop.id, drop.zone) : null;
      if (dragged !== null && place) void tree.move(dragged, place).then(onMoved);
      end();
    },
    end,
  };
}
