import { useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { type AssistRequest, aiCalls } from "./ai-api.ts";
import { AiMenu } from "./ai-menu.tsx";
import { type Field, insertText } from "./insert-text.ts";
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
