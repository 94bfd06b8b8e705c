import type { ReactNode } from "react";

interface Props {
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** Saves fields outside a `Form` by Ctrl+Enter. */
export function SaveShortcut({ onSave, children }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed in the fields inside
    <div
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onSave();
      }}
    >
      {children}
    </div>
  );
}
