import { useEffect, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { Spans } from "#web/accounts/opening-hours/hours-model.ts";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { WeekGrid } from "#web/accounts/opening-hours/week-grid.tsx";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SaveShortcut } from "#web/ui/form/save-shortcut.tsx";
import { useDiscardGuard, useLeaveGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companyCalls } from "./companies-api.ts";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly company: CompanyAnswer;
  readonly onClose: () => void;
}

/** Dialog with the opening hours of one company. */
export function HoursDialog({ company, onClose }: Props) {
  const t = useText(companyTexts);
  const c = useText(common);
  const [stored, setStored] = useState<Spans | null>(null);
  const [week, setWeek] = useState<Spans | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const [isSaving, setSaving] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    setFailure(null);
    Promise.all([companyCalls.hours(company.id), preloadTexts(hoursTexts)]).then(([hours]) => {
      setStored(hours);
      setWeek(hours);
    }, setFailure);
  }, [company.id, turn]);
  const isUnsaved = JSON.stringify(week) !== JSON.stringify(stored);
  const { unless, guard } = useDiscardGuard(() => isUnsaved);
  const close = () => unless(onClose);
  const leaving = useLeaveGuard(isUnsaved && !isSaving);
  const save = async () => {
    if (!week || isSaving) return;
    setSaving(true);
    try {
      await companyCalls.saveHours(company.id, week);
      toast.success(t("hours.saved"));
      onClose();
    } catch (error) {
      toast.failure(error);
      setSaving(false);
    }
  };
  return (
    <Dialog
      title={t("hours.title", { name: company.name })}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{c("action.cancel")}</Button>
          <Button variant="primary" isPending={isSaving} isDisabled={!week} onPress={() => void save()}>
            {c("action.save")}
          </Button>
        </>
      }
    >
      {failure ? <ErrorState error={failure} onRetry={() => setTurn(turn + 1)} /> : null}
      {!failure && week ? (
        <SaveShortcut onSave={() => void save()}>
          <WeekGrid value={week} onChange={setWeek} />
        </SaveShortcut>
      ) : null}
      {failure || week ? null : <Skeleton shape="block" height="320px" />}
      {guard}
      {leaving}
    </Dialog>
  );
}
