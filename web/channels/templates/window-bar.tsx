import Clock from "lucide-react/icons/clock";
import { useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { templateTexts } from "./locales/index.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import "./templates.css";

export interface WindowBarProps {
  readonly ticket: Pick<TicketAnswer, "id" | "whatsappId" | "contactId" | "contact" | "windowExpiresAt">;
}

/** Replaces the composer of an official number 24 hours after the customer's last message. */
export function WindowBar({ ticket }: WindowBarProps) {
  const t = useText(templateTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="window-bar">
      <Clock aria-hidden="true" />
      <span className="window-bar-words">{t("bar.closed")}</span>
      <Button size="s" variant="primary" onPress={() => setOpen(true)}>
        {t("bar.choose")}
      </Button>
      {isOpen ? <TemplateDialog ticket={ticket} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
