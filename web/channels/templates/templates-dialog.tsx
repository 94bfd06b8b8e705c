import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { previewOf, type TemplateAnswer } from "#channels/templates/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useCategoryPrices } from "#web/inbox/costs/template-prices.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { templateTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { NewTemplate } from "./new-template.tsx";
import { SkeletonLines } from "./skeleton-lines.tsx";
import { TemplateBubble } from "./template-bubble.tsx";
import { templateCalls } from "./templates-api.ts";
import "./templates.css";

const TemplateLibrary = lazyLayer(async () => (await import("./library/library.tsx")).default);

interface Props {
  readonly connection: Pick<Connection, "id" | "name">;
  readonly onClose: () => void;
}
const TONES = {
  APPROVED: "success",
  PENDING: "waiting",
  REJECTED: "danger",
  PAUSED: "waiting",
  DISABLED: "danger",
} as const;
/** Reasons for Meta's rejection that have a text. */
const REASONS = [
  "ABUSIVE_CONTENT",
  "INCORRECT_CATEGORY",
  "INVALID_FORMAT",
  "PROMOTIONAL",
  "SCAM",
  "TAG_CONTENT_MISMATCH",
] as const;
const KNOWN = ["APPROVED", "PENDING", "REJECTED", "PAUSED", "DISABLED"] as const;

/** The templates of an official number with their status; reloads them from Meta and submits new ones. */
export function TemplatesDialog({ connection, onClose }: Props) {
  const t = useText(templateTexts);
  const [rows, setRows] = useState<readonly TemplateAnswer[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const [going, setGoing] = useState<TemplateAnswer | null>(null);
  const prices = useCategoryPrices(connection.id, rows?.some((row) => row.previousCategory) ?? false);
  const mayChange = session.can("connections-page:editOrDeleteConnection");
  const read = () => {
    setFailed(false);
    templateCalls.list(connection.id).then(
      ({ templates }) => setRows(templates),
      () => setFailed(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once, on mount
  useEffect(read, []);
  const sync = async () => {
    setBusy(true);
    try {
      setRows((await templateCalls.sync(connection.id)).templates);
      toast.success(t("list.synced"));
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  const show = (made: TemplateAnswer) =>
    setRows(
      [...(rows ?? []).filter(({ id }) => id !== made.id), made].toSorted((a, b) =>
        a.name.localeCompare(b.name),
      ),
    );
  if (isSearching) {
    return (
      <TemplateLibrary
        connectionId={connection.id}
        onTaken={(made) => {
          show(made);
          setSearching(false);
        }}
        onClose={() => setSearching(false)}
      />
    );
  }
  if (isAdding) {
    return (
      <NewTemplate
        connectionId={connection.id}
        onSaved={(made) => {
          show(made);
          setAdding(false);
        }}
        onClose={() => setAdding(false)}
      />
    );
  }
  const footer = mayChange ? (
    <>
      <Button isPending={isBusy} onPress={() => void sync()}>
        {t("list.sync")}
      </Button>
      <Button onPress={() => setSearching(true)}>{t("library.title")}</Button>
      <Button variant="primary" onPress={() => setAdding(true)}>
        {t("list.add")}
      </Button>
    </>
  ) : undefined;
  return (
    <Dialog title={t("list.title", { name: connection.name })} onClose={onClose} footer={footer}>
      {hasFailed ? <ErrorState onRetry={read} /> : null}
      {rows === null && !hasFailed ? <SkeletonLines /> : null}
      {rows?.length === 0 ? <p className="template-row-note">{t("list.empty")}</p> : null}
      <ul className="template-rows">
        {rows?.map((template) => (
          <Row
            key={template.id}
            template={template}
            prices={prices}
            {...(mayChange ? { onDelete: () => setGoing(template) } : {})}
          />
        ))}
      </ul>
      {going ? (
        <ConfirmDelete
          title={t("list.deleteTitle", { name: going.name })}
          deleted={t("list.deleted")}
          onDelete={async () => {
            await templateCalls.remove(connection.id, going.id);
            setRows((rows ?? []).filter(({ id }) => id !== going.id));
          }}
          onClose={() => setGoing(null)}
        >
          <p>{t("list.deleteText")}</p>
        </ConfirmDelete>
      ) : null}
    </Dialog>
  );
}

const QUALITIES = ["GREEN", "YELLOW", "RED"] as const;
const QUALITY_TONES = { GREEN: "success", YELLOW: "waiting", RED: "danger" } as const;
const CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
const categoryName = (t: Translate<typeof pt>, category: string): string => {
  const known = CATEGORIES.find((word) => word === category);
  return known ? t(`category.${known}`) : category;
};

interface RowProps {
  readonly template: TemplateAnswer;
  /** By category, where known. */
  readonly prices: ReadonlyMap<string, string>;
  readonly onDelete?: () => void;
}

function Row({ template, prices, onDelete }: RowProps) {
  const t = useText(templateTexts);
  const { name, language, status, reason, usable, quality, previousCategory, category, pausedUntil } =
    template;
  const grade = QUALITIES.find((word) => word === quality);
  const why = REASONS.find((word) => word === reason);
  const known = KNOWN.find((word) => word === status);
  const tone = TONES[status as keyof typeof TONES] ?? "neutral";
  return (
    <li className="template-row">
      <div className="template-row-head">
        <strong>{name}</strong>
        <span className="template-row-note">{language}</span>
        <Chip tone={tone}>{t(`status.${known ?? "other"}`)}</Chip>
        {grade ? <Chip tone={QUALITY_TONES[grade]}>{t(`quality.${grade}`)}</Chip> : null}
        {onDelete ? (
          <IconButton
            size="s"
            label={t("list.delete", { name })}
            onPress={onDelete}
            className="template-row-delete"
          >
            <Trash2 />
          </IconButton>
        ) : null}
      </div>
      <div className="template-row-text">
        <TemplateBubble template={template} text={previewOf(template, [])} />
      </div>
      {reason ? <span className="template-row-note">{why ? t(`reason.${why}`) : reason}</span> : null}
      {previousCategory ? (
        <span className="template-row-note">
          {t("list.recategorized", {
            from: categoryName(t, previousCategory),
            to: categoryName(t, category),
          })}{" "}
          <NewPrice t={t} price={prices.get(category)} before={prices.get(previousCategory)} />
        </span>
      ) : null}
      {status === "PAUSED" && pausedUntil ? (
        <span className="template-row-note">
          {t("list.pausedUntil", { time: formatDateTime(pausedUntil) })}
        </span>
      ) : null}
      {status === "APPROVED" && !usable ? (
        <span className="template-row-note">{t("list.unusable")}</span>
      ) : null}
    </li>
  );
}

interface NewPriceProps {
  readonly t: Translate<typeof pt>;
  readonly price: string | undefined;
  readonly before: string | undefined;
}

/** The price of the category that Meta chose; without a confirmed price, a text that the price has changed. */
function NewPrice({ t, price, before }: NewPriceProps) {
  if (price === undefined) return t("list.otherPrice");
  return before === undefined ? t("list.newPrice", { price }) : t("list.newPriceFrom", { price, before });
}
