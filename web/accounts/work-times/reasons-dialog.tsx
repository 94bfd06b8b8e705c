import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useEffect, useState } from "react";
import type { PauseReasonAnswer } from "#accounts/work-times/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { workTexts } from "./locales/index.ts";
import { workCalls } from "./work-api.ts";
import "./work-times.css";

/** Adds, renames, offers and deletes the reasons of pauses (docs/rules/work-times.md#reasons). */
export function ReasonsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText(workTexts);
  const [reasons, setReasons] = useState<readonly PauseReasonAnswer[]>([]);
  const [edited, setEdited] = useState<PauseReasonAnswer | null>(null);
  const [removed, setRemoved] = useState<PauseReasonAnswer | null>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const load = () => workCalls.reasons().then(setReasons, toast.failure);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => void load(), []);
  const edit = (reason: PauseReasonAnswer | null) => {
    setEdited(reason);
    setName(reason?.name ?? "");
    setProblem(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted.length < 2) return setProblem(t("reasons.short"));
    try {
      await (edited ? workCalls.update(edited.id, { name: wanted }) : workCalls.create(wanted));
      edit(null);
      await load();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : "";
      if (code === "ERR_NAME_IN_USE") setProblem(t("reasons.taken"));
      else if (error instanceof ApiError && code === "ERR_LIMIT_REACHED")
        setProblem(t("reasons.limit", { limit: Number(error.details["limit"]) }));
      else toast.failure(error);
    }
  };
  const offer = (id: number, active: boolean) =>
    void workCalls.update(id, { active }).then(load, toast.failure);
  return (
    <Dialog title={t("reasons.title")} onClose={onClose} size="s">
      <p className="pause-help">{t(reasons.length === 0 ? "reasons.empty" : "reasons.help")}</p>
      <form className="reason-form" onSubmit={(event) => void save(event)}>
        <TextField
          label={t("reasons.name")}
          value={name}
          onChange={setName}
          error={problem}
          maxLength={40}
          autoFocus
        />
        <Button type="submit" variant="primary">
          {t(edited ? "reasons.save" : "reasons.add")}
        </Button>
      </form>
      <ul className="reason-list" aria-label={t("reasons.title")}>
        {reasons.map((reason) => (
          <li key={reason.id}>
            <Checkbox
              label={t("reasons.active", { name: reason.name })}
              value={reason.active}
              onChange={(active) => offer(reason.id, active)}
            />
            <IconButton
              size="s"
              label={t("reasons.rename", { name: reason.name })}
              onPress={() => edit(reason)}
            >
              <Pencil />
            </IconButton>
            <IconButton
              size="s"
              label={t("reasons.remove", { name: reason.name })}
              onPress={() => setRemoved(reason)}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      {removed ? (
        <ConfirmDelete
          title={t("reasons.removeTitle", { name: removed.name })}
          deleted={t("reasons.removed")}
          onDelete={async () => {
            await workCalls.remove(removed.id);
            await load();
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{t("reasons.removeText")}</p>
        </ConfirmDelete>
      ) : null}
    </Dialog>
  );
}
