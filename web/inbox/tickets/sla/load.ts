import { preloadTexts } from "#web/i18n/dictionary.ts";
import { lazy } from "#web/ui/state/lazy.tsx";
import { slaTexts } from "./locales/index.ts";

/** The chip with its texts; loaded for the first ticket that has a promised time. */
export const SlaChip = lazy(
  async () => {
    const [part] = await Promise.all([import("./chip.tsx"), preloadTexts(slaTexts)]);
    return part.SlaChip;
  },
  undefined,
  { isExtra: true },
);
