import Bot from "lucide-react/icons/bot";
import Clock from "lucide-react/icons/clock";
import Paperclip from "lucide-react/icons/paperclip";
import Users from "lucide-react/icons/users";
import type { Translate } from "#web/i18n/dictionary.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { useSample } from "#web/inbox/variables/use-sample.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { dataColor } from "#web/ui/styles/color.ts";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";
import type { Queue } from "./queue-list.ts";

/** Columns and actions of the list of queues. */
export function queueColumns(
  t: Translate<typeof pt>,
  onOpen: (open: Open) => void,
): readonly Column<Queue>[] {
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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: ({ id, name }) => (
        <RowActions
          editLabel={t("row.edit", { name })}
          deleteLabel={t("row.delete", { name })}
          onEdit={() => onOpen({ kind: "edit", id })}
          onDelete={() => onOpen({ kind: "remove", id })}
        />
      ),
    },
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
