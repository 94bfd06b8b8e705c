import { useState } from "react";
import { queueTexts } from "#web/accounts/queues/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { OptionTree } from "./tree-model.ts";
import type { Node } from "./tree-shape.ts";

interface TitleProps {
  readonly node: Node;
  readonly tree: OptionTree;
  /** A key ends the renaming. */
  readonly onKey: () => void;
}

/** The title in edit mode: Enter saves, Esc discards. */
export function TitleBox({ node, tree, onKey }: TitleProps) {
  const t = useText(queueTexts);
  const [typed, setTyped] = useState(node.title);
  return (
    <input
      className="option-rename"
      aria-label={t("node.title")}
      // biome-ignore lint/a11y/noAutofocus: somebody just asked to type here
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
        // Only this ends, not the dialog around it.
        event.preventDefault();
        tree.renaming.value = null;
      }}
    />
  );
}
