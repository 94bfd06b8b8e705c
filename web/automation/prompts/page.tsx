import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import MessagesSquare from "lucide-react/icons/messages-square";
import Sparkles from "lucide-react/icons/sparkles";
import { useEffect, useState } from "react";
import type { PromptAnswer } from "#automation/prompts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ListPage } from "#web/ui/table/list-page.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { promptTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { promptCalls } from "./prompts-api.ts";
import "./prompts.css";

/** The company's prompts, sorted by name; loaded in one request, since they are few. */
const prompts = new LiveList<PromptAnswer>({
  path: "/prompt",
  name: "prompts",
  channel: "prompt",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
  api: {
    async get<Answer>(path: string, options = {}) {
      const { prompts: rows } = await api.get<{ prompts: readonly PromptAnswer[] }>(path, options);
      return { prompts: rows, count: rows.length, hasMore: false } as Answer;
    },
  },
});

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
  return (
    <ListPage
      title={t("page.title")}
      list={prompts.list}
      columns={promptColumns(t, setOpen)}
      search={null}
      add={t("page.add")}
      onAdd={() => setOpen({ kind: "add" })}
      picture={<Sparkles />}
      emptyTitle={t("page.emptyTitle")}
      emptyText={t("page.emptyText")}
    >
      {open ? <Overlay open={open} onClose={() => setOpen(null)} /> : null}
    </ListPage>
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

function promptColumns(
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
    actionsColumn(t("column.actions"), ({ id, name }) => (
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
    )),
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
