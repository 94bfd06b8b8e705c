import { useSignals } from "@preact/signals-react/runtime";
import Sparkles from "lucide-react/icons/sparkles";
import { memo, useState } from "react";
import { LANGUAGES, TONES } from "#automation/prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu, type MenuGroup } from "#web/ui/overlay/menu.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type AssistRequest, aiCalls } from "./ai-api.ts";
import { aiHelpTexts } from "./locales/index.ts";
import "./ai-help.css";

const SummaryDialog = lazyLayer(async () => (await import("./summary-dialog.tsx")).SummaryDialog);
const TraceDialog = lazyLayer(async () => (await import("./trace-dialog.tsx")).TraceDialog);

interface Props {
  readonly ticketId: number;
  /** The composer: the model's text is inserted here for editing and never sent automatically. */
  readonly field: Field;
}

/** Suggests, rewrites, translates and summarizes texts; admins also see the trace of the AI. */
export function AiHelp({ ticketId, field }: Props) {
  const t = useText(aiHelpTexts);
  // Id of the request's ticket, so that the result is not shown in another ticket.
  const [working, setWorking] = useState<number | null>(null);
  const [open, setOpen] = useState<{ ticketId: number; kind: "summary" | "trace" } | null>(null);
  const ask = useStableCallback(async (request: AssistRequest) => {
    const needsText = request.kind === "rewrite" || request.kind === "translate";
    const before = field.text.peek();
    if (needsText && before.trim() === "") {
      toast.info(t("menu.nothing"));
      return;
    }
    setWorking(ticketId);
    try {
      const { text } = await aiCalls.assist(ticketId, { ...request, ...(needsText && { text: before }) });
      const undo = insertText(field, before, text);
      toast.info(t("menu.done"), { label: t("menu.undo"), run: undo });
    } catch (error) {
      toast.failure(error);
    } finally {
      setWorking((now) => (now === ticketId ? null : now));
    }
  });
  const show = useStableCallback((kind: "summary" | "trace") => setOpen({ ticketId, kind }));
  if (open && open.ticketId !== ticketId) setOpen(null);
  const shown = open?.ticketId === ticketId ? open.kind : null;
  const close = () => setOpen(null);
  return (
    <>
      <AiMenu isWorking={working === ticketId} onAsk={ask} onShow={show} />
      {shown === "summary" ? <SummaryDialog ticketId={ticketId} onClose={close} /> : null}
      {shown === "trace" ? <TraceDialog ticketId={ticketId} onClose={close} /> : null}
    </>
  );
}

interface AiMenuProps {
  readonly isWorking: boolean;
  /** Both callbacks are stable, so that a change of the ticket does not render the menu again. */
  readonly onAsk: (request: AssistRequest) => void;
  readonly onShow: (dialog: "summary" | "trace") => void;
}

const AiMenu = memo(function AiMenu({ isWorking, onAsk, onShow }: AiMenuProps) {
  useSignals();
  const t = useText(aiHelpTexts);
  const groups: readonly MenuGroup[] = [
    {
      id: "reply",
      title: t("menu.reply"),
      items: [{ id: "suggest", label: t("menu.suggest"), onAction: () => onAsk({ kind: "suggest" }) }],
    },
    {
      id: "rewrite",
      title: t("menu.rewrite"),
      items: TONES.map((tone) => ({
        id: tone,
        label: t(`menu.${tone}`),
        onAction: () => onAsk({ kind: "rewrite", tone }),
      })),
    },
    {
      id: "translate",
      title: t("menu.translate"),
      items: LANGUAGES.map((language) => ({
        id: language,
        label: t(`menu.${language}`),
        onAction: () => onAsk({ kind: "translate", language }),
      })),
    },
    {
      id: "talk",
      title: t("menu.talk"),
      items: [
        { id: "summarise", label: t("menu.summarise"), onAction: () => onShow("summary") },
        ...(session.user.value?.profile === "admin"
          ? [{ id: "trace", label: t("menu.trace"), onAction: () => onShow("trace") }]
          : []),
      ],
    },
  ];
  return (
    <Menu
      label={t("menu.label")}
      placement="top end"
      groups={groups}
      trigger={
        <Button
          size="s"
          variant="ghost"
          className="ai-help-button"
          isPending={isWorking}
          icon={<Sparkles aria-hidden="true" />}
          aria-label={t(isWorking ? "menu.working" : "menu.label")}
        >
          {t("menu.open")}
        </Button>
      }
    />
  );
});

/** The text of the composer. */
interface Field {
  readonly text: { peek(): string };
  setText(text: string): void;
}

/**
 * Inserts a model's text into the composer. Text typed while the model answered remains before it. Returns an undo,
 * which has no effect once the text was edited.
 */
export function insertText(field: Field, before: string, text: string): () => void {
  const now = field.text.peek();
  const next = now === before ? text : `${now}\n${text}`;
  field.setText(next);
  return () => {
    if (field.text.peek() === next) field.setText(now);
  };
}
