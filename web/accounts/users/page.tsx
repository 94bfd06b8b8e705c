import { useSignals } from "@preact/signals-react/runtime";
import Plus from "lucide-react/icons/plus";
import { useEffect, useMemo, useState } from "react";
import type { UserAnswer } from "#accounts/users/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { CounterPicture } from "#web/ui/state/counter-picture.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable } from "#web/ui/table/paged-table.tsx";
import { usersTexts } from "./locales/index.ts";
import { userColumns } from "./user-columns.tsx";
import { userCalls } from "./users-api.ts";
import { UsersModel } from "./users-model.ts";
import "./users.css";

const UserDialog = lazyLayer(async () => (await import("./user-dialog.tsx")).UserDialog);
const RemoveUserDialog = lazyLayer(async () => (await import("./remove-dialog.tsx")).RemoveUserDialog);

/** The open dialog. Stores the user as of its opening: events must not overwrite the input. */
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly user: UserAnswer }
  | { readonly kind: "remove"; readonly user: UserAnswer };

/** The page of the company's users: list with presence, add, edit, delete (docs/rules/screens.md#users). */
export function UsersPage() {
  useSignals();
  const t = useText(usersTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const model = useMemo(() => new UsersModel(userCalls), []);
  useEffect(() => {
    void model.list.open();
    return model.listen(socket);
  }, [model]);
  const close = () => setOpen(null);
  const limit = session.user.value?.company.plan.users ?? 0;
  const used = model.total.value;
  const isFull = used !== null && used >= limit;
  const mayManage = maySetSecrets();
  const mayAdd = session.setting("userCreation") !== "disabled";
  const add = mayManage ? (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      isDisabled={!mayAdd}
      onPress={() => setOpen({ kind: "add" })}
    >
      {t("page.add")}
    </Button>
  ) : null;
  return (
    <div className="page">
      <header className="page-head">
        <h1 className="page-title">
          {t("page.title")}
          {used === null ? null : (
            <small className="user-used">
              {t("page.used", { used: formatNumber(used), limit: formatNumber(limit), count: limit })}
            </small>
          )}
        </h1>
        <ListSearch list={model.list} label={t("page.search")} />
        {add}
      </header>
      {mayManage ? null : <Callout tone="info">{t("page.notForSupport")}</Callout>}
      {mayAdd ? null : <Callout tone="info">{t("page.creationDisabled")}</Callout>}
      {mayAdd && isFull ? <Callout tone="waiting">{t("page.full", { count: limit })}</Callout> : null}
      <PagedTable<UserAnswer>
        list={model.list}
        label={t("page.title")}
        columns={userColumns(t, {
          edit: (user) => setOpen({ kind: "edit", user }),
          remove: (user) => setOpen({ kind: "remove", user }),
        })}
        empty={
          <EmptyState
            picture={<CounterPicture />}
            title={t("page.emptyTitle")}
            text={t("page.emptyText")}
            action={mayAdd ? add : undefined}
          />
        }
      />
      {open?.kind === "add" || open?.kind === "edit" ? (
        <UserDialog
          user={open.kind === "edit" ? open.user : null}
          onSaved={(saved) => {
            model.saved(saved, open.kind === "add");
            if (saved.id === session.user.peek()?.id) session.update(saved);
            close();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveUserDialog user={open.user} onRemoved={(id) => model.removed(id)} onClose={close} />
      ) : null}
    </div>
  );
}
