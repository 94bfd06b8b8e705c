import { useSignals } from "@preact/signals-react/runtime";
import History from "lucide-react/icons/history";
import { useState } from "react";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { heldCompanies } from "./held-companies.ts";
import { restoreTexts } from "./locales/index.ts";
import "./restore-banner.css";

const ConfirmResume = lazyLayer(async () => (await import("./confirm-resume.tsx")).ConfirmResume);

/** Loads the banner with its texts. */
export async function loadRestoreBanner() {
  await preloadTexts(restoreTexts);
  return RestoreBanner;
}

/**
 * Banner of a company that is held after a restore, with the button that resumes it (docs/rules/cluster.md#hold). Super users
 * resume all companies together.
 */
function RestoreBanner() {
  useSignals();
  const t = useText(restoreTexts);
  const [isAsking, setAsking] = useState(false);
  const company = session.user.value?.company;
  if (!company) return null;
  const { id, heldSince } = company;
  const held = heldCompanies();
  const resume = async () => {
    const path = held > 0 ? "/companies/resume" : `/companies/${id}/resume`;
    const { missingCells = [] } = await api.post<{ readonly missingCells?: readonly number[] }>(path);
    if (missingCells.length > 0)
      toast.error(t("missing", { count: missingCells.length, cells: missingCells.join(", ") }));
    await session.renew();
  };
  return (
    <aside className="restore-banner" aria-label={t("title")}>
      <History aria-hidden="true" />
      <p>
        <b>
          {held > 0 || heldSince === null
            ? t("companies", { count: held })
            : t("company", { when: formatDateTime(heldSince) })}
        </b>{" "}
        <span>{t("effect")}</span>
      </p>
      <Button size="s" onPress={() => setAsking(true)}>
        {t("resume")}
      </Button>
      {isAsking ? (
        <ConfirmResume isOfAll={held > 0} onConfirm={resume} onClose={() => setAsking(false)} />
      ) : null}
    </aside>
  );
}
