import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { Holiday } from "#accounts/opening-hours/contract.ts";
import { HolidaysEditor } from "#web/accounts/opening-hours/holidays-editor.tsx";
import type { Spans } from "#web/accounts/opening-hours/hours-model.ts";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { WeekGrid } from "#web/accounts/opening-hours/week-grid.tsx";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SaveShortcut } from "#web/ui/form/save-shortcut.tsx";
import { useLeaveGuard } from "#web/ui/form/unsaved-guard.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { settingsTexts } from "./locales/index.ts";
import type { SettingsModel } from "./settings-model.ts";
import { SettingsSkeleton } from "./settings-skeleton.tsx";

type Answer = { readonly schedules: Spans };

/** Opening hours and holidays of the company. */
export function HoursTab({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(settingsTexts);
  const path = `/companies/${session.user.value?.companyId ?? 0}/schedules`;
  const [week, setWeek] = useState<Spans | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    setFailure(null);
    Promise.all([api.get<Answer>(path), preloadTexts(hoursTexts)]).then(
      ([{ schedules }]) => setWeek(schedules),
      setFailure,
    );
  }, [path, turn]);
  if (failure) {
    return (
      <div className="panel">
        <ErrorState error={failure} onRetry={() => setTurn(turn + 1)} />
      </div>
    );
  }
  if (!week) return <SettingsSkeleton />;
  return (
    <div className="settings-groups settings-narrow">
      <section className="settings-group">
        <p className="field-help">{t("hours.help")}</p>
        <Week path={path} stored={week} onSaved={setWeek} />
      </section>
      <section className="settings-group">
        <h2 className="settings-group-title">{t("hours.holidays")}</h2>
        <HolidayList key={model.value("holidays")} model={model} />
      </section>
    </div>
  );
}

interface WeekProps {
  readonly path: string;
  readonly stored: Spans;
  readonly onSaved: (week: Spans) => void;
}

function Week({ path, stored, onSaved }: WeekProps) {
  const t = useText(settingsTexts);
  const c = useText(common);
  const [draft, setDraft] = useState(stored);
  const [isSaving, setSaving] = useState(false);
  const leaving = useLeaveGuard(draft !== stored && !isSaving);
  const save = async () => {
    setSaving(true);
    try {
      const { schedules } = await api.put<Answer>(path, { schedules: draft });
      onSaved(schedules);
      setDraft(schedules);
      toast.success(t("hours.saved"));
    } catch (error) {
      toast.failure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="panel settings-box">
      <SaveShortcut onSave={() => draft !== stored && !isSaving && void save()}>
        <WeekGrid value={draft} onChange={setDraft} />
      </SaveShortcut>
      {leaving}
      {draft === stored ? null : (
        <div className="setting-buttons">
          <Button variant="ghost" onPress={() => setDraft(stored)}>
            {c("action.discard")}
          </Button>
          <Button variant="primary" isPending={isSaving} onPress={() => void save()}>
            {c("action.save")}
          </Button>
        </div>
      )}
    </div>
  );
}

function HolidayList({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const c = useText(common);
  const stored = model.value("holidays") || "[]";
  const [draft, setDraft] = useState<readonly Holiday[]>(() => JSON.parse(stored) as Holiday[]);
  const isDirty = JSON.stringify(draft) !== stored;
  const isSaving = model.isSaving("holidays");
  const leaving = useLeaveGuard(isDirty && !isSaving);
  const save = () => void model.save("holidays", JSON.stringify(draft));
  return (
    <div className="panel settings-box">
      <SaveShortcut onSave={() => isDirty && !isSaving && save()}>
        <HolidaysEditor value={draft} onChange={setDraft} today={dayKey(Date.now())} />
      </SaveShortcut>
      {leaving}
      {model.isRefused("holidays") ? (
        <p className="field-error" role="alert">
          {c("form.invalid")}
        </p>
      ) : null}
      {isDirty ? (
        <div className="setting-buttons">
          <Button variant="ghost" onPress={() => setDraft(JSON.parse(stored) as Holiday[])}>
            {c("action.discard")}
          </Button>
          <Button variant="primary" isPending={isSaving} onPress={save}>
            {c("action.save")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
