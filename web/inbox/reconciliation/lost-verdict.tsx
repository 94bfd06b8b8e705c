import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import ChevronRight from "lucide-react/icons/chevron-right";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect } from "react";
import type { ReconciliationSummary } from "#inbox/reconciliation/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { reconciliationTexts } from "./locales/index.ts";
import { reconciliationCalls } from "./reconciliation-api.ts";
import { verdictOf } from "./verdict-text.ts";
import "./reconciliation.css";

/** One request for all connections of the page; read again at most once in this time while a comparison runs, ms. */
const READ_AGAIN_MS = 3000;
const summaries = signal<ReadonlyMap<number, ReconciliationSummary>>(new Map());
let shown = 0;
let stop = () => {};

async function read(): Promise<void> {
  try {
    const list = await reconciliationCalls.summaries();
    summaries.value = new Map(list.map((summary) => [summary.whatsappId, summary]));
  } catch {
    // The button opens the report without the figures.
  }
}

function watch(): () => void {
  shown += 1;
  if (shown === 1) {
    void read();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const off = socket.on("reconciliation", () => {
      timer ??= setTimeout(() => {
        timer = null;
        void read();
      }, READ_AGAIN_MS);
    });
    stop = () => {
      off();
      summaries.value = new Map();
      if (timer) clearTimeout(timer);
    };
  }
  return () => {
    shown -= 1;
    if (shown === 0) stop();
  };
}

interface Props {
  readonly connectionId: number;
  readonly onOpen: () => void;
}

/** "0 lost messages in 30 days" beside a connection, as the button of its report (docs/rules/reconciliation.md#report). */
export function LostVerdict({ connectionId, onOpen }: Props) {
  useSignals();
  const t = useText(reconciliationTexts);
  useEffect(watch, []);
  const summary = summaries.value.get(connectionId);
  if (!summary) return <span className="lost-verdict-wait" />;
  const { text, tone } = verdictOf(t, summary);
  const Icon = tone === "success" ? ShieldCheck : tone === "neutral" ? ChevronRight : TriangleAlert;
  return (
    <Button
      size="s"
      variant="ghost"
      className={`lost-verdict lost-verdict-${tone}`}
      icon={<Icon aria-hidden="true" />}
      aria-label={t("verdict.open", { text })}
      onPress={onOpen}
    >
      {text}
    </Button>
  );
}
