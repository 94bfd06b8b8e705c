import { useSignals } from "@preact/signals-react/runtime";
import ListChecks from "lucide-react/icons/list-checks";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { firstStepsTexts } from "./locales/index.ts";
import { hasFirstSteps, showFirstSteps } from "./show.ts";

/** For admins of a company that has put its first steps away, or looks for them; nothing once all are done. */
export function ShowFirstSteps() {
  useSignals();
  const t = useText(firstStepsTexts);
  if (!hasFirstSteps()) return null;
  return (
    <Button icon={<ListChecks aria-hidden="true" />} onPress={showFirstSteps}>
      {t("panel.again")}
    </Button>
  );
}
