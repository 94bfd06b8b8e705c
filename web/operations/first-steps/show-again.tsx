import { useSignals } from "@preact/signals-react/runtime";
import ListChecks from "lucide-react/icons/list-checks";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { firstStepsTexts } from "./locales/index.ts";
import { hasFirstSteps, showFirstSteps } from "./show.ts";

/** Button that shows the first steps again, for admins; hidden once all are completed. */
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
