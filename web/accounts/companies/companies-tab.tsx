import { useSignals } from "@preact/signals-react/runtime";
import Building2 from "lucide-react/icons/building-2";
import FileUp from "lucide-react/icons/file-up";
import Plus from "lucide-react/icons/plus";
import { useEffect, useState } from "react";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { WaitingSignupAnswer, WaitingSignupPage } from "#accounts/signup/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatDateTime, formatPureDate } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { Button } from "#web/ui/button/button.tsx";
import { ListEnd } from "#web/ui/missing-cells/list-end.tsx";
import { MissingCellsOf } from "#web/ui/missing-cells/missing-cells.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { companiesList, companyCalls } from "./companies-api.ts";
import { companyColumns, rowTone } from "./company-columns.tsx";
import { ExportCompany } from "./export-company.tsx";
import { companyTexts } from "./locales/index.ts";
import "./companies.css";

const CompanyDialog = lazyLayer(async () => (await import("./company-dialog.tsx")).CompanyDialog);
const HoursDialog = lazyLayer(async () => (await import("./hours-dialog.tsx")).HoursDialog);
const CompanyCostsDialog = lazyLayer(
  async () => (await import("./company-costs-dialog.tsx")).CompanyCostsDialog,
);
const RemoveCompany = lazyLayer(async () => (await import("./remove-company.tsx")).RemoveCompany);
const ImportCompany = lazyLayer(async () => (await import("./import-company.tsx")).ImportCompany);
const EnterSupport = lazyLayer(async () => (await import("./enter-support.tsx")).EnterSupport);

type Open =
  | { readonly kind: "save"; readonly company: CompanyAnswer | null }
  | { readonly kind: "import" }
  | { readonly kind: "hours" | "costs" | "remove" | "support" | "export"; readonly company: CompanyAnswer };

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
    costs: (company) => setOpen({ kind: "costs", company }),
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
      <MissingCellsOf path="/companies" />
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
      <ListEnd list={list} />
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
      {open?.kind === "costs" ? <CompanyCostsDialog company={open.company} onClose={close} /> : null}
      {open?.kind === "remove" ? <RemoveCompany company={open.company} onClose={close} /> : null}
      {open?.kind === "export" ? <ExportCompany company={open.company} onClose={close} /> : null}
      {open?.kind === "import" ? <ImportCompany onClose={close} /> : null}
      {open?.kind === "support" ? <EnterSupport company={open.company} onClose={close} /> : null}
    </div>
  );
}

/** A button with the number of sign-ups that wait for confirmation; hidden while there are none. */
export function WaitingSignups() {
  const t = useText(companyTexts);
  const [page, setPage] = useState<WaitingSignupPage | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const load = async (pageNumber = 1) => {
    try {
      const next = await api.get<WaitingSignupPage>("/signups", { query: { pageNumber } });
      setError(null);
      setPage((shown) =>
        pageNumber > 1 && shown ? { ...next, signups: [...shown.signups, ...next.signups] } : next,
      );
    } catch (failure) {
      setError(failure);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, when the page opens
  useEffect(() => void load(), []);
  if (!isOpen && (page === null || page.count === 0)) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("signups.open", { count: page?.count ?? 0 })}</Button>
      {isOpen ? (
        <Dialog title={t("signups.title")} onClose={() => setOpen(false)}>
          <p className="field-help">{t("signups.text")}</p>
          {error ? (
            <ErrorState title={t("signups.failed")} error={error} onRetry={() => void load()} />
          ) : null}
          <ul className="company-signups" aria-label={t("signups.title")}>
            {page?.signups.map((signup) => (
              <SignupRow key={signup.id} signup={signup} onChanged={() => void load()} />
            ))}
          </ul>
          {page?.count === 0 ? <p>{t("signups.none")}</p> : null}
          {page?.hasMore ? (
            <Button onPress={() => void load(Math.ceil(page.signups.length / PAGE_ROWS) + 1)}>
              {t("signups.more")}
            </Button>
          ) : null}
        </Dialog>
      ) : null}
    </>
  );
}

/** Rows per page of the server's list. */
const PAGE_ROWS = 20;

interface RowProps {
  readonly signup: WaitingSignupAnswer;
  readonly onChanged: () => void;
}

function SignupRow({ signup, onChanged }: RowProps) {
  const t = useText(companyTexts);
  const [isBusy, setBusy] = useState(false);
  const act = async (call: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await call();
      toast.success(done);
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
      onChanged();
    }
  };
  const { id, name, adminName, email, phone, planName, createdAt, expiresAt } = signup;
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p>{[adminName, email, formatPhone(phone), planName].filter(Boolean).join(" · ")}</p>
        <small>
          {t("signups.since", { since: formatDateTime(createdAt), until: formatDateTime(expiresAt) })}
        </small>
      </div>
      <div className="company-signup-actions">
        <Button
          size="s"
          isDisabled={isBusy}
          aria-label={`${t("signups.again")}: ${name}`}
          onPress={() => void act(() => api.post(`/signups/${id}/again`), t("signups.sent", { email }))}
        >
          {t("signups.again")}
        </Button>
        <Button
          size="s"
          variant="danger"
          isDisabled={isBusy}
          aria-label={`${t("signups.remove")}: ${name}`}
          onPress={() => void act(() => api.delete(`/signups/${id}`), t("signups.removed", { name }))}
        >
          {t("signups.remove")}
        </Button>
      </div>
    </li>
  );
}
