import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { SLOTS, type Slot } from "#outreach/campaigns/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { campaignTexts } from "#web/outreach/campaigns/locales/index.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";

interface Props {
  readonly slot: Slot;
  readonly onSlot: (slot: Slot) => void;
  /** Slots with content; their tabs show a tick. */
  readonly filled: readonly Slot[];
  readonly label: (slot: Slot) => string;
  readonly panel: (slot: Slot) => ReactNode;
}

/** A tab for each of the five variants. */
export function SlotTabs({ slot, onSlot, filled, label, panel }: Props) {
  const t = useText(campaignTexts);
  return (
    <Tabs
      variant="line"
      className="campaign-slots"
      label={t("form.messages")}
      selected={String(slot)}
      onSelect={(id) => onSlot(SLOTS.find((each) => String(each) === id) ?? 1)}
      items={SLOTS.map((each) => ({
        id: String(each),
        label: label(each),
        ...(filled.includes(each)
          ? { extra: <Check className="campaign-written" aria-label={t("field.written")} /> }
          : {}),
        panel: <div className="form campaign-slot">{panel(each)}</div>,
      }))}
    />
  );
}
