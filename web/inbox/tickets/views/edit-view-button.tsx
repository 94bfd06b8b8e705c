import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { viewTexts } from "./locales/index.ts";
import { editableView } from "./views-store.ts";

const ViewEditor = lazyLayer(async () => (await import("./view-editor.tsx")).ViewEditor);

/** Opens the conditions of a stored view that the user may change (docs/rules/views.md#rights). */
export function EditViewButton({ viewId }: { readonly viewId: string }) {
  useSignals();
  const t = useText(viewTexts);
  const [isOpen, setOpen] = useState(false);
  const view = editableView(viewId);
  if (!view) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("edit.filters")}</Button>
      {isOpen ? <ViewEditor view={view} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
