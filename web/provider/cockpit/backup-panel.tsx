import DatabaseBackup from "lucide-react/icons/database-backup";
import type { BackupState } from "#operations/backups/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { cockpitTexts } from "./locales/index.ts";

interface Props {
  readonly backups: BackupState;
  readonly onBegun: () => void;
}

/** Problems of backups, and a button that starts one. */
export function BackupPanel({ backups, onBegun }: Props) {
  const t = useText(cockpitTexts);
  const { isLate, lastAt, leftOut, error, state, place } = backups;
  const begin = async () => {
    try {
      await api.post("/backups");
      toast.success(t("backup.began"));
      onBegun();
    } catch (refusal) {
      toast.failure(refusal);
    }
  };
  return (
    <>
      {isLate ? (
        <Callout tone="danger">
          <strong>{t("backup.title")}: </strong>
          {lastAt ? t("backup.old", { when: formatDateTime(lastAt) }) : t("backup.none")}
          {error ? ` ${error}` : ""}
          {leftOut.length > 0
            ? ` ${t("backup.leftOut")}: ${leftOut.map((one) => `${one.name} (${one.error})`).join(", ")}.`
            : ""}
        </Callout>
      ) : null}
      <div className="panel cockpit-backup">
        <span>{t("backup.place", { place })}</span>
        <Button
          icon={<DatabaseBackup aria-hidden="true" />}
          isDisabled={state === "running"}
          onPress={() => void begin()}
        >
          {t("backup.now")}
        </Button>
      </div>
    </>
  );
}
