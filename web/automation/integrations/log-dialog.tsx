import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import RotateCw from "lucide-react/icons/rotate-cw";
import ScrollText from "lucide-react/icons/scroll-text";
import { useEffect, useMemo } from "react";
import type { DeliveryAnswer, IntegrationAnswer } from "#automation/integrations/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip, type ChipProps } from "#web/ui/display/chip.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { failureText } from "./failure-text.ts";
import { isHook } from "./integration-form.ts";
import { type IntegrationCalls, integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import "./integrations.css";

interface Props {
  readonly integration: Pick<IntegrationAnswer, "id" | "name" | "type">;
  /** Calls of the log; default: those of the integrations. */
  readonly calls?: Pick<IntegrationCalls, "deliveries" | "replay">;
  readonly onClose: () => void;
}

const TONES = {
  queued: "neutral",
  waiting: "waiting",
  acting: "primary",
  done: "success",
  failed: "danger",
} as const satisfies Record<DeliveryAnswer["state"], ChipProps["tone"]>;

/** Deliveries of the last 30 days with their answers and errors. */
export function LogDialog({ integration, calls = integrationCalls, onClose }: Props) {
  useSignals();
  const t = useText(integrationTexts);
  const words = useText(common);
  const log = useMemo(() => new DeliveryLog(integration.id, calls), [integration.id, calls]);
  useEffect(() => void log.reload(), [log]);
  const replay = async (id: number) => {
    try {
      await log.replay(id);
      toast.success(t("log.replayed"));
    } catch (error) {
      toast.failure(error);
    }
  };
  const rows = log.rows.value;
  return (
    <Dialog
      title={t("log.title", { name: integration.name })}
      size="l"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words("action.close")}</Button>
          <Button icon={<RotateCw aria-hidden="true" />} onPress={() => void log.reload()}>
            {t("log.refresh")}
          </Button>
        </>
      }
    >
      {log.state.value === "loading" ? <Skeleton height={220} /> : null}
      {log.state.value === "failed" ? <ErrorState onRetry={() => void log.reload()} /> : null}
      {log.state.value === "ready" && rows.length === 0 ? (
        <EmptyState picture={<ScrollText />} title={t("log.emptyTitle")} text={t("log.emptyText")} />
      ) : null}
      {log.state.value === "ready" && rows.length > 0 ? (
        <ul className="deliveries">
          {rows.map((row) => (
            <DeliveryRow
              key={row.id}
              row={row}
              t={t}
              onReplay={isHook(integration.type) && row.event !== "callback" ? replay : null}
            />
          ))}
        </ul>
      ) : null}
      {log.state.value === "ready" && log.hasMore.value ? (
        <Button onPress={() => void log.more()}>{t("log.more")}</Button>
      ) : null}
    </Dialog>
  );
}

interface DeliveryRowProps {
  readonly row: DeliveryAnswer;
  readonly t: Translate<typeof pt>;
  /** Null where a delivery cannot be repeated. */
  readonly onReplay: ((id: number) => Promise<void>) | null;
}

/** One delivery: its state, with details shown on demand. */
function DeliveryRow({ row, t, onReplay }: DeliveryRowProps) {
  const isFinished = row.state === "done" || row.state === "failed";
  return (
    <li className="delivery">
      <details>
        <summary>
          <Chip tone={TONES[row.state]}>{t(`state.${row.state}`)}</Chip>
          <span className="delivery-event">{row.event}</span>
          {row.statusCode === null ? null : <span className="integration-status">HTTP {row.statusCode}</span>}
          <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
          {row.error === null ? null : <span className="delivery-error">{failureText(t, row.error)}</span>}
        </summary>
        <dl className="delivery-facts">
          <dt>{t("log.attempts")}</dt>
          <dd>{row.attempts}</dd>
          {row.ticketId === null ? null : (
            <>
              <dt>{t("log.ticket")}</dt>
              <dd>{row.ticketId}</dd>
            </>
          )}
          {row.nextTryAt === null ? null : (
            <>
              <dt>{t("log.nextTry")}</dt>
              <dd>{formatDateTime(row.nextTryAt)}</dd>
            </>
          )}
          <dt>{t("log.id")}</dt>
          <dd>{row.uuid}</dd>
        </dl>
        <h3>{t("log.sent")}</h3>
        <Payload label={t("log.sent")} text={row.body} />
        <h3>{t("log.answer")}</h3>
        <Payload label={t("log.answer")} text={row.answer} />
        {onReplay && isFinished ? (
          <Button size="s" icon={<RotateCw aria-hidden="true" />} onPress={() => void onReplay(row.id)}>
            {t("log.replay")}
          </Button>
        ) : null}
      </details>
    </li>
  );
}

function Payload({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="delivery-words" aria-label={label} tabIndex={0}>
      <pre>{indentJson(text) || "–"}</pre>
    </section>
  );
}

/** Indents JSON; other texts are returned unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type State = "loading" | "ready" | "failed";

/** The deliveries of one integration in pages, newest first; a repeated one shows its new state. */
export class DeliveryLog {
  readonly #id: number;
  readonly #calls: Pick<IntegrationCalls, "deliveries" | "replay">;
  readonly rows = signal<readonly DeliveryAnswer[]>([]);
  readonly state = signal<State>("loading");
  readonly hasMore = signal(false);

  constructor(id: number, calls: Pick<IntegrationCalls, "deliveries" | "replay">) {
    this.#id = id;
    this.#calls = calls;
  }

  /** Reloads the first page. */
  async reload(): Promise<void> {
    this.state.value = "loading";
    await this.#read(undefined);
  }

  async more(): Promise<void> {
    await this.#read(this.rows.peek().at(-1)?.id);
  }

  /** Repeats a delivery. Throws the error of the server. */
  async replay(id: number): Promise<void> {
    const after = await this.#calls.replay(id);
    this.rows.value = this.rows.peek().map((row) => (row.id === id ? after : row));
  }

  async #read(before: number | undefined): Promise<void> {
    try {
      const { deliveries, hasMore } = await this.#calls.deliveries(this.#id, before);
      this.rows.value = before === undefined ? deliveries : [...this.rows.peek(), ...deliveries];
      this.hasMore.value = hasMore;
      this.state.value = "ready";
    } catch {
      this.state.value = "failed";
    }
  }
}
