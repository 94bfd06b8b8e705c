import { useState } from "react";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { OptionTree } from "./tree-model.ts";
import type { Node } from "./tree-shape.ts";

interface TitleProps {
  readonly node: Node;
  readonly tree: OptionTree;
  /** Enter or Esc was pressed: the editing ends. */
  readonly onKey: () => void;
}

/** Field for the title of an option: Enter saves, Esc discards. */
export function TitleBox({ node, tree, onKey }: TitleProps) {
  const t = useText(queueTexts);
  const [typed, setTyped] = useState(node.title);
  return (
    <input
      className="option-rename"
      aria-label={t("node.title")}
      // biome-ignore lint/a11y/noAutofocus: the user has just chosen to rename the option
      autoFocus
      value={typed}
      maxLength={50}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => void tree.rename(node, typed)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter" || event.key === "Escape") onKey();
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key !== "Escape") return;
        // Esc ends only the editing; it must not close the dialog.
        event.preventDefault();
        tree.renaming.value = null;
      }}
    />
  );
}
