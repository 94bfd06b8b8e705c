import type { Priority } from "#provider/announcements/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { announcementTexts } from "./locales/index.ts";

/** Priority 1 is red, 2 orange, 3 grey (docs/rules/forms.md#pages). */
const TONES = { 1: "danger", 2: "waiting", 3: "neutral" } as const;

export function PriorityChip({ priority }: { readonly priority: Priority }) {
  const t = useText(announcementTexts);
  return <Chip tone={TONES[priority]}>{t(`priority.p${priority}`)}</Chip>;
}
