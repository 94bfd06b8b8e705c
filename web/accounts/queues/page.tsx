import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { queueTexts } from "./locales/index.ts";
import { queueColumns } from "./queue-columns.tsx";
import type { FormTab } from "./queue-form-model.ts";
import { type Queue, queues } from "./queue-list.ts";
import "./queues.css";

const QueueDialog = lazyLayer(async () => (await import("./queue-dialog.tsx")).QueueDialog);
const RemoveDialog = lazyLayer(async () => (await import("./remove-dialog.tsx")).RemoveDialog);

/** The open dialog with its queue. */
export type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly id: number; readonly tab?: FormTab }
  | { readonly kind: "remove"; readonly id: number };

/** The page of the company's queues: name, texts, opening hours, distribution and bot. */
export function QueuesPage() {
  useSignals();
  const t = useText(queueTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => queues.open(), []);
  const isEmpty = queues.list.state.value === "ready" && queues.list.items.value.length === 0;
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
      <PagedTable<Queue>
        list={queues.list}
        label={t("page.title")}
        columns={queueColumns(t, setOpen)}
        empty={
          <EmptyState
            picture={<CounterPicture />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
      {open ? <Overlay open={open} onOpen={setOpen} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

interface OverlayProps {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}

/** The open dialog; it is closed when its queue is deleted. */
function Overlay({ open, onOpen, onClose }: OverlayProps) {
  useSignals();
  if (open.kind === "add")
    return (
      <QueueDialog
        key="new"
        queue={null}
        onClose={onClose}
        onSaved={(queue, goOn) => {
          queues.put(queue);
          if (goOn) onOpen({ kind: "edit", id: queue.id, tab: "bot" });
          else onClose();
        }}
      />
    );
  const queue = queues.items.get(open.id);
  if (!queue) return null;
  if (open.kind === "remove") return <RemoveDialog queue={queue} onClose={onClose} />;
  return (
    <QueueDialog
      key={queue.id}
      queue={queue}
      {...(open.tab ? { firstTab: open.tab } : {})}
      onClose={onClose}
      onSaved={(saved) => {
        queues.put(saved);
        onClose();
      }}
    />
  );
}
