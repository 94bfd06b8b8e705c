import KeyRound from "lucide-react/icons/key-round";
import MessagesSquare from "lucide-react/icons/messages-square";
import type { PromptAnswer } from "#automation/prompts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";

export function promptColumns(
  t: Translate<typeof pt>,
  onOpen: (open: Open) => void,
): readonly Column<PromptAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, model, apiKey }) => (
        <span className="prompt-name">
          <span>{name}</span>
          <small>{model}</small>
          {apiKey === "" ? (
            <Chip tone="waiting" icon={<KeyRound aria-hidden="true" />}>
              {t("row.noKey")}
            </Chip>
          ) : null}
        </span>
      ),
    },
    {
      id: "queue",
      title: t("column.queue"),
      card: "body",
      cell: ({ queue }) =>
        queue ? (
          <Chip color={queue.color}>{queue.name}</Chip>
        ) : (
          <span className="prompt-none">{t("row.noQueue")}</span>
        ),
    },
    {
      id: "maxTokens",
      title: t("column.maxTokens"),
      card: "named",
      sortBy: ({ maxTokens }) => maxTokens,
      cell: ({ maxTokens }) => <span className="prompt-number">{formatNumber(maxTokens)}</span>,
    },
    {
      id: "usage",
      title: t("column.usage"),
      leaves: "second",
      card: "named",
      sortBy: ({ tokensThisMonth }) => tokensThisMonth,
      sortDown: true,
      cell: (prompt) => <Usage prompt={prompt} t={t} />,
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: ({ id, name }) => (
        <div className="row-actions">
          <IconButton label={t("row.bench", { name })} onPress={() => onOpen({ kind: "bench", id })}>
            <MessagesSquare />
          </IconButton>
          <RowActions
            editLabel={t("row.edit", { name })}
            deleteLabel={t("row.delete", { name })}
            onEdit={() => onOpen({ kind: "edit", id })}
            onDelete={() => onOpen({ kind: "remove", id })}
          />
        </div>
      ),
    },
  ];
}

/** Tokens used this month, with the share of the budget if there is one. */
function Usage({ prompt, t }: { readonly prompt: PromptAnswer; readonly t: Translate<typeof pt> }) {
  const { tokensThisMonth: used, monthlyBudgetTokens: budget } = prompt;
  if (budget === 0) return <span className="prompt-number">{formatNumber(used)}</span>;
  const words = t("row.ofBudget", { used: formatNumber(used), budget: formatNumber(budget) });
  return (
    <div className="prompt-usage">
      <span className="prompt-number">{words}</span>
      <ProgressBar label={words} value={Math.min(used / budget, 1)} />
      {used >= budget ? <Chip tone="danger">{t("row.usedUp")}</Chip> : null}
    </div>
  );
}
