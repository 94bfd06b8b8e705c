import { useSignals } from "@preact/signals-react/runtime";
import ListChecks from "lucide-react/icons/list-checks";
import { useLocation } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api.ts";
import { session } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { firstStepsTexts } from "./locales/index.ts";

/** For admins of a company that has put its first steps away, or looks for them; nothing once all are done. */
export function ShowFirstSteps() {
  useSignals();
  const t = useText(firstStepsTexts);
  const [, navigate] = useLocation();
  const state = session.setting("firstSteps");
  if (state !== "shown" && state !== "hidden") return null;
  const show = async () => {
    if (state === "hidden") await api.put("/first-steps", { hidden: false });
    navigate("/");
  };
  return (
    <Button icon={<ListChecks aria-hidden="true" />} onPress={() => void show().catch(toast.failure)}>
      {t("panel.again")}
    </Button>
  );
}
