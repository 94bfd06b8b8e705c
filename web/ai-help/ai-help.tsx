import { useSignals } from "@preact/signals-react/runtime";
import Sparkles from "lucide-react/icons/sparkles";
import { useState } from "react";
import { LANGUAGES, TONES } from "#prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { later } from "#web/ui/later.tsx";
import { Menu, type MenuGroup } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.ts";
import { aiCalls, type Wish } from "./ai-api.ts";
import { aiHelpTexts } from "./locales/index.ts";
import { type Field, putInto } from "./put-into.ts";
import "./ai-help.css";

const SummaryDialog = later(async () => (await import("./summary-dialog.tsx")).SummaryDialog);
const TraceDialog = later(async () => (await import("./trace-dialog.tsx")).TraceDialog);

interface Props {
  readonly ticketId: number;
  /** Where one writes: what the model says is put here for the person to edit, never sent. */
  readonly field: Field;
}

/** Suggest, rewrite, translate, summarise; for admins also the trace of the AI. */
export function AiHelp({ ticketId, field }: Props) {
  useSignals();
  const t = useText(aiHelpTexts);
  const [working, setWorking] = useState(false);
  const [open, setOpen] = useState<"summary" | "trace" | null>(null);
  const ask = async (wish: Wish) => {
    const needsText = wish.kind === "rewrite" || wish.kind === "translate";
    const before = field.text.peek();
    if (needsText && before.trim() === "") {
      toast.info(t("menu.nothing"));
      return;
    }
    setWorking(true);
    try {
      const { text } = await aiCalls.assist(ticketId, { ...wish, ...(needsText && { text: before }) });
      const undo = putInto(field, before, text);
      toast.info(t("menu.done"), { label: t("menu.undo"), run: undo });
    } catch (error) {
      toast.failure(error);
    } finally {
      setWorking(false);
    }
  };
  const groups: readonly MenuGroup[] = [
    {
      id: "reply",
      title: t("menu.reply"),
      items: [{ id: "suggest", label: t("menu.suggest"), onAction: () => void ask({ kind: "suggest" }) }],
    },
    {
      id: "rewrite",
      title: t("menu.rewrite"),
      items: TONES.map((tone) => ({
        id: tone,
        label: t(`menu.${tone}`),
        onAction: () => void ask({ kind: "rewrite", tone }),
      })),
    },
    {
      id: "translate",
      title: t("menu.translate"),
      items: LANGUAGES.map((language) => ({
        id: language,
        label: t(`menu.${language}`),
        onAction: () => void ask({ kind: "translate", language }),
      })),
    },
    {
      id: "talk",
      title: t("menu.talk"),
      items: [
        { id: "summarise", label: t("menu.summarise"), onAction: () => setOpen("summary") },
        ...(session.user.value?.profile === "admin"
          ? [{ id: "trace", label: t("menu.trace"), onAction: () => setOpen("trace") }]
          : []),
      ],
    },
  ];
  return (
    <>
      <Menu
        label={t("menu.label")}
        placement="top end"
        groups={groups}
        trigger={
          <Button
            size="s"
            variant="ghost"
            className="ai-help-button"
            isPending={working}
            icon={<Sparkles aria-hidden="true" />}
            aria-label={t(working ? "menu.working" : "menu.label")}
          >
            {t("menu.open")}
          </Button>
        }
      />
      {open === "summary" ? <SummaryDialog ticketId={ticketId} onClose={() => setOpen(null)} /> : null}
      {open === "trace" ? <TraceDialog ticketId={ticketId} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
