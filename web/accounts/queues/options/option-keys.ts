import type { OptionTree } from "./tree-model.ts";
import type { Row } from "./tree-shape.ts";

interface Pressed {
  readonly tree: OptionTree;
  readonly row: Row;
  readonly focus: (row: Row | undefined) => void;
  readonly onRemove: (row: Row) => void;
}

/** Performs the command of a key in a row of the option tree (WAI-ARIA tree pattern); false = the key has none. */
export function pressOption(key: string, { tree, row, focus, onRemove }: Pressed): boolean {
  const { id, children } = row.node;
  const rows = tree.rows.peek();
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
}
