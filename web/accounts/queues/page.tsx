import { useSignals } from "@preact/signals-react/runtime";
import Bot from "lucide-react/icons/bot";
import Clock from "lucide-react/icons/clock";
import Paperclip from "lucide-react/icons/paperclip";
import Users from "lucide-react/icons/users";
import { useEffect, useState } from "react";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { useSample } from "#web/inbox/variables/use-sample.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { queueTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
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
  return (
    <ListPage
      title={t("page.title")}
      list={queues.list}
      columns={queueColumns(t, setOpen)}
      search={null}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "add" })}
      picture={<CounterPicture />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open ? <Overlay open={open} onOpen={setOpen} onClose={() => setOpen(null)} /> : null}
    </ListPage>
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

/** Columns and actions of the list of queues. */
function queueColumns(t: Translate<typeof pt>, onOpen: (open: Open) => void): readonly Column<Queue>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, color }) => (
        <span className="queue-name">
          <i className="queue-color" style={dataColor(color)} aria-hidden="true" />
          <span>{name}</span>
        </span>
      ),
    },
    {
      id: "greeting",
      title: t("column.greeting"),
      card: "body",
      cell: ({ greetingMessage, name }) =>
        greetingMessage.trim() === "" ? (
          <span className="queue-none">{t("row.noGreeting")}</span>
        ) : (
          <Greeting text={greetingMessage} queue={name} />
        ),
    },
    {
      id: "features",
      title: t("column.features"),
      card: "body",
      cell: (queue) => <Features queue={queue} t={t} />,
    },
    {
      id: "order",
      title: t("column.order"),
      card: "named",
      sortBy: ({ orderQueue }) => orderQueue,
      cell: ({ orderQueue }) => <span className="queue-order">{orderQueue}</span>,
    },
    actionsColumn(t("column.actions"), ({ id, name }) => (
      <RowActions
        editLabel={t("row.edit", { name })}
        deleteLabel={t("row.delete", { name })}
        onEdit={() => onOpen({ kind: "edit", id })}
        onDelete={() => onOpen({ kind: "remove", id })}
      />
    )),
  ];
}

/** The greeting with its variables filled in. */
function Greeting({ text, queue }: { readonly text: string; readonly queue: string }) {
  const sample = useSample({ queue, fila: queue });
  return (
    <span className="queue-greeting">
      <FormattedText text={sample(text)} />
    </span>
  );
}

function Features({ queue, t }: { readonly queue: Queue; readonly t: Translate<typeof pt> }) {
  const { schedules, allowDistributedTickets, usersDistributedTickets, hasOptions, mediaName } = queue;
  return (
    <div className="queue-features">
      <Chip icon={<Clock aria-hidden="true" />}>
        {t(schedules.length === 0 ? "row.always" : "row.hours")}
      </Chip>
      {allowDistributedTickets ? (
        <Chip tone="primary" icon={<Users aria-hidden="true" />}>
          {t("row.distribution", { count: usersDistributedTickets.split(";").length })}
        </Chip>
      ) : null}
      {hasOptions ? (
        <Chip tone="success" icon={<Bot aria-hidden="true" />}>
          {t("row.bot")}
        </Chip>
      ) : null}
      {mediaName ? <Chip icon={<Paperclip aria-hidden="true" />}>{t("row.file")}</Chip> : null}
    </div>
  );
}
