import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import type { RetentionPreview, RetentionRun } from "#operations/privacy/contract.ts";
import { GROUPS } from "#web/accounts/settings/fields.ts";
import { SettingRow } from "#web/accounts/settings/setting-row.tsx";
import type { SettingsModel } from "#web/accounts/settings/settings-model.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { privacyTexts } from "./locales/index.ts";
import { PrivacyPanel } from "./panel.tsx";
import { useLoaded } from "./use-loaded.ts";

const FIELDS = GROUPS.find(({ tab }) => tab === "privacy")?.fields ?? [];

/** The retention rules, a preview of what they would remove now, and what the last runs removed. */
export function RetentionPanel({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(privacyTexts);
  const loaded = useLoaded(() => api.get<readonly RetentionRun[]>("/retention/runs"));
  return (
    <PrivacyPanel title={t("retention.title")} help={t("retention.help")} loaded={loaded}>
      {(runs) => (
        <>
          <ul className="panel settings-list">
            {FIELDS.map((field) => (
              <SettingRow key={field.key} field={field} model={model} />
            ))}
          </ul>
          <Preview model={model} />
          {runs.length === 0 ? null : <Runs runs={runs} />}
        </>
      )}
    </PrivacyPanel>
  );
}

function Preview({ model }: { readonly model: SettingsModel }) {
  useSignals();
  const t = useText(privacyTexts);
  const rules = {
    mediaDays: model.value("mediaRetentionDays"),
    ticketDays: model.value("ticketRetentionDays"),
    what: model.value("ticketRetentionWhat"),
    keepTagged: String(model.value("retentionKeepTagged") === "enabled"),
  };
  const asked = JSON.stringify(rules);
  const [found, setFound] = useState<{ readonly asked: string; readonly sum: RetentionPreview } | null>(null);
  const [isPending, setPending] = useState(false);
  const check = async () => {
    setPending(true);
    try {
      setFound({ asked, sum: await api.get<RetentionPreview>("/retention/preview", { query: rules }) });
    } catch (error) {
      toast.failure(error);
    } finally {
      setPending(false);
    }
  };
  if (rules.mediaDays === "0" && rules.ticketDays === "0")
    return <p className="privacy-help">{t("retention.off")}</p>;
  // A preview of other rules does not apply to these.
  const sum = found?.asked === asked ? found.sum : null;
  return (
    <div className="privacy-preview" aria-live="polite">
      <Button size="s" isPending={isPending} onPress={() => void check()}>
        {t("retention.check")}
      </Button>
      {sum ? (
        <Callout tone={isNothing(sum) ? "info" : "waiting"}>
          {isNothing(sum) ? (
            t("retention.nothing")
          ) : (
            <>
              {t("retention.would")} <Removed sum={sum} isWhole={rules.what === "tickets"} />
            </>
          )}
        </Callout>
      ) : null}
    </div>
  );
}

const isNothing = ({ files, messages, tickets }: RetentionPreview) => files + messages + tickets === 0;

/** `isWhole`: attendances are deleted with their messages; else only messages. */
function Removed({ sum, isWhole = false }: { readonly sum: RetentionPreview; readonly isWhole?: boolean }) {
  const t = useText(privacyTexts);
  const size = formatStorage(sum.bytes, LANGUAGE_TAGS[language.value]);
  const parts = [
    sum.files > 0 && t("retention.files", { count: sum.files, size }),
    isWhole && sum.tickets > 0 && t("retention.tickets", { count: sum.tickets }),
    sum.messages > 0 &&
      [
        t("retention.messages", { count: sum.messages }),
        isWhole ? "" : t("retention.inTickets", { count: sum.tickets }),
      ].join(" "),
  ].filter((part) => part !== false);
  return <b>{parts.join(" · ") || t("retention.empty")}</b>;
}

function Runs({ runs }: { readonly runs: readonly RetentionRun[] }) {
  const t = useText(privacyTexts);
  return (
    <DataTable
      label={t("retention.runs")}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "at",
          title: t("retention.at"),
          card: "title",
          cell: ({ startedAt, state }) => (
            <>
              {formatDateTime(startedAt)}{" "}
              {state === "running" ? <Chip tone="waiting">{t("retention.running")}</Chip> : null}
            </>
          ),
        },
        { id: "removed", title: t("retention.removed"), card: "named", cell: (run) => <Removed sum={run} /> },
      ]}
    />
  );
}
