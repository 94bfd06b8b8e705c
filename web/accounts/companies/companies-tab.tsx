import { useSignals } from "@preact/signals-react/runtime";
import Building2 from "lucide-react/icons/building-2";
import FileUp from "lucide-react/icons/file-up";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companiesList, companyCalls } from "./companies-api.ts";
import { companyColumns, rowTone } from "./company-columns.tsx";
import { ExportCompany } from "./export-company.tsx";
import { companyTexts } from "./locales/index.ts";
import { WaitingSignups } from "./waiting-signups.tsx";
import "./companies.css";

const CompanyDialog = lazyLayer(async () => (await import("./company-dialog.tsx")).CompanyDialog);
const HoursDialog = lazyLayer(async () => (await import("./hours-dialog.tsx")).HoursDialog);
const RemoveCompany = lazy(async () => (await import("./remove-company.tsx")).RemoveCompany);
const ImportCompany = lazy(async () => (await import("./import-company.tsx")).ImportCompany);
const EnterSupport = lazy(async () => (await import("./enter-support.tsx")).EnterSupport);

type Open =
  | { readonly kind: "save"; readonly company: CompanyAnswer | null }
  | { readonly kind: "import" }
  | { readonly kind: "hours" | "remove" | "support" | "export"; readonly company: CompanyAnswer };

/** The tab of all companies of the installation (docs/rules/screens.md#administration); for super users. */
export function CompaniesTab() {
  useSignals();
  const t = useText(companyTexts);
  const { list } = companiesList;
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => companiesList.open(), []);
  const close = () => setOpen(null);
  const columns = companyColumns(t, {
    edit: (company) => setOpen({ kind: "save", company }),
    hours: (company) => setOpen({ kind: "hours", company }),
    support: (company) => setOpen({ kind: "support", company }),
    exportFile: (company) => setOpen({ kind: "export", company }),
    remove: (company) => setOpen({ kind: "remove", company }),
    advance: (company) => void advance(company),
  });
  const advance = async (company: CompanyAnswer) => {
    if (company.dueDate === null) return;
    try {
      const moved = await companyCalls.advance(company.id, company.dueDate);
      companiesList.put(moved);
      toast.success(t("row.advanced", { date: formatPureDate(moved.dueDate ?? "") }));
    } catch (error) {
      toast.failure(error);
    }
  };
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", company: null })}
    >
      {t("page.add")}
    </Button>
  );
  return (
    <div className="super-tab">
      <div className="super-head">
        <ListSearch list={list} label={t("page.search")} />
        {list.state.value === "ready" ? (
          <span className="super-count">{t("page.count", { count: list.count.value })}</span>
        ) : null}
        <div className="super-buttons">
          <WaitingSignups />
          <Button icon={<FileUp aria-hidden="true" />} onPress={() => setOpen({ kind: "import" })}>
            {t("page.import")}
          </Button>
          {add}
        </div>
      </div>
      <PagedTable
        list={list}
        label={t("page.title")}
        columns={columns}
        rowTone={rowTone}
        empty={
          <EmptyState
            picture={<Building2 />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={add}
          />
        }
      />
      {open?.kind === "save" ? (
        <CompanyDialog
          company={open.company}
          onClose={close}
          onSaved={(saved) => {
            companiesList.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "hours" ? <HoursDialog company={open.company} onClose={close} /> : null}
      {open?.kind === "remove" ? <RemoveCompany company={open.company} onClose={close} /> : null}
      {open?.kind === "export" ? <ExportCompany company={open.company} onClose={close} /> : null}
      {open?.kind === "import" ? <ImportCompany onClose={close} /> : null}
      {open?.kind === "support" ? <EnterSupport company={open.company} onClose={close} /> : null}
    </div>
  );
}
