import type { ReactElement } from "react";
import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { slaTexts } from "./locales/index.ts";
import "./clocks.css";

const ClockList = lazy(async () => (await import("./clock-list.tsx")).ClockList);

interface Props {
  readonly ticketId: number;
  readonly sla: ShownPromise;
  /** The chip. */
  readonly children: ReactElement;
}

/** The chip of a ticket as a button that shows all its promised times. */
export function ClocksButton({ ticketId, sla, children }: Props) {
  const t = useText(slaTexts);
  return (
    <Popover
      label={t("clocks.title")}
      placement="bottom start"
      trigger={
        <Button size="s" variant="ghost" className="head-sla">
          {children}
        </Button>
      }
    >
      <ClockList ticketId={ticketId} sla={sla} />
    </Popover>
  );
}
