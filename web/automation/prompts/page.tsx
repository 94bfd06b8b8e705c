import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import Sparkles from "lucide-react/icons/sparkles";
import { useEffect, useState } from "react";
import type { PromptAnswer } from "#automation/prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { promptTexts } from "./locales/index.ts";
import { promptColumns } from "./prompt-columns.tsx";
import { prompts } from "./prompt-list.ts";
import { promptCalls } from "./prompts-api.ts";
import "./prompts.css";

const PromptDialog = lazyLayer(async () => (await import("./prompt-dialog.tsx")).PromptDialog);
const BenchDialog = lazyLayer(async () => (await import("./bench-dialog.tsx")).BenchDialog);

/** The open dialog and its prompt. */
export type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit" | "bench" | "remove"; readonly id: number };

/** The page of the company's AI prompts: add, edit, delete, test (docs/rules/screens.md#other-pages). */
export function PromptsPage() {
  useSignals();
  const t = useText(promptTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => prompts.open(), []);
  const isEmpty = prompts.list.state.value === "ready" && prompts.list.items.value.length === 0;
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setOpen({ kind: "add" })}>
      {t("page.add")}
    </Button>
  );
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        {isEmpty ? null : add}
      </header>
      <PagedTable<PromptAnswer>
        list={prompts.list}
        label={t("page.title")}
        columns={promptColumns(t, setOpen)}
        empty={
          <EmptyState
            picture={<Sparkles />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
      {open ? <Overlay open={open} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

/** The open dialog; it closes when its prompt is deleted. */
function Overlay({ open, onClose }: { readonly open: Open; readonly onClose: () => void }) {
  useSignals();
  const t = useText(promptTexts);
  const saved = (prompt: PromptAnswer) => {
    prompts.put(prompt);
    onClose();
  };
  if (open.kind === "add") return <PromptDialog prompt={null} onSaved={saved} onClose={onClose} />;
  const prompt = prompts.items.get(open.id);
  if (!prompt) return null;
  if (open.kind === "edit") return <PromptDialog prompt={prompt} onSaved={saved} onClose={onClose} />;
  if (open.kind === "bench") return <BenchDialog prompt={prompt} onClose={onClose} />;
  return (
    <ConfirmDelete
      title={t("form.deleteTitle", { name: prompt.name })}
      deleted={t("form.deleted")}
      onDelete={async () => {
        await promptCalls.remove(prompt.id);
        prompts.remove(prompt.id);
      }}
      onClose={onClose}
    >
      <p>{t("form.deleteText")}</p>
    </ConfirmDelete>
  );
}
