import { useSignals } from "@preact/signals-react/runtime";
import Download from "lucide-react/icons/download";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import FileText from "lucide-react/icons/file-text";
import type { FileFormat, ReportKind } from "#inbox/reports/files/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { FilesModel } from "./files-model.ts";
import { reportsTexts } from "./locales/index.ts";
import type { ReportFilter } from "./report-url.ts";

interface Props {
  readonly kind: ReportKind;
  readonly filter: ReportFilter;
  readonly model: FilesModel;
}

/** Baixar: what the page shows, as a file. */
export function DownloadMenu({ kind, filter, model }: Props) {
  useSignals();
  const t = useText(reportsTexts);
  const start = (format: FileFormat) => void model.start(kind, format, filter).catch(toast.failure);
  return (
    <Menu
      label={t("file.download")}
      trigger={
        <Button icon={<Download aria-hidden="true" />} isDisabled={model.isWriting.value}>
          {t("file.download")}
        </Button>
      }
      items={[
        { id: "csv", label: t("file.csv"), icon: <FileText />, onAction: () => start("csv") },
        { id: "xlsx", label: t("file.xlsx"), icon: <FileSpreadsheet />, onAction: () => start("xlsx") },
      ]}
    />
  );
}
