import type { ImportReport } from "#operations/backups/imports/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { companyTexts } from "./locales/index.ts";

interface Props {
  readonly report: ImportReport;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

/** The result of an import, with the steps that must be done by hand. */
export function ImportDone({ report, onAnother, onClose }: Props) {
  const t = useText(companyTexts);
  const words = useText(common);
  const { name, renamed, takenEmails, takenTokens, missingFiles, erasedAgain } = report;
  const todo = [
    renamed ? t("import.renamed") : null,
    takenEmails.length > 0 ? t("import.takenEmails", { list: takenEmails.join(", ") }) : null,
    takenTokens.length > 0 ? t("import.takenTokens", { list: takenTokens.join(", ") }) : null,
    missingFiles > 0 ? t("import.missing", { count: missingFiles }) : null,
  ].filter((line) => line !== null);
  return (
    <>
      <Callout tone="success">{t("import.done", { name })}</Callout>
      {erasedAgain > 0 ? (
        <Callout tone="info">{t("import.erasedAgain", { count: erasedAgain })}</Callout>
      ) : null}
      {todo.length > 0 ? (
        <Callout tone="waiting">
          <ul className="company-import-todo">
            {todo.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      <div className="company-import-buttons">
        <Button variant="ghost" onPress={onAnother}>
          {t("import.another")}
        </Button>
        <Button variant="primary" onPress={onClose}>
          {words("action.close")}
        </Button>
      </div>
    </>
  );
}
