import { useSignals } from "@preact/signals-react/runtime";
import Clock from "lucide-react/icons/clock";
import { useState } from "react";
import type { TicketAnswer } from "#tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { minute } from "#web/lib/minute.ts";
import { Button } from "#web/ui/button.tsx";
import { templateTexts } from "./locales/index.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { timeLeft } from "./time-left.ts";
import "./templates.css";

export interface WindowBarProps {
  readonly ticket: Pick<TicketAnswer, "id" | "whatsappId" | "windowExpiresAt">;
}

/** How long an official number may still answer freely, and the way to what goes after that. */
export function WindowBar({ ticket }: WindowBarProps) {
  useSignals();
  const t = useText(templateTexts);
  const [isOpen, setOpen] = useState(false);
  const time = timeLeft(ticket.windowExpiresAt ?? "", minute.value);
  return (
    <div className={time === null ? "window-bar window-bar-closed" : "window-bar"}>
      <Clock aria-hidden="true" />
      <span className="window-bar-words">{time === null ? t("bar.closed") : t("bar.left", { time })}</span>
      <Button size="s" variant={time === null ? "primary" : "ghost"} onPress={() => setOpen(true)}>
        {t(time === null ? "bar.choose" : "bar.use")}
      </Button>
      {isOpen ? <TemplateDialog ticket={ticket} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
