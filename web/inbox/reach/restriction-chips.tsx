import { useSignals } from "@preact/signals-react/runtime";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { RestrictionAnswer } from "#channels/connections/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { reachTexts } from "./locales/index.ts";
import { restrictionText } from "./restriction-text.ts";
import "./reach.css";

/** The restrictions of a number, below its status; for admins with the network's own text. */
export function RestrictionChips({ restrictions }: { readonly restrictions: readonly RestrictionAnswer[] }) {
  useSignals();
  const t = useText(reachTexts);
  return restrictions.map((restriction) => (
    <div key={restriction.kind} className="restriction">
      <Chip
        tone={restriction.effect === "everything" ? "danger" : "waiting"}
        shape="round"
        icon={<TriangleAlert aria-hidden="true" />}
      >
        {restrictionText(t, restriction, currentMinute.value)}
      </Chip>
      {restriction.raw?.text ? (
        <small dir="auto">{t("fromNetwork", { text: restriction.raw.text })}</small>
      ) : null}
    </div>
  ));
}
