import { useSignals } from "@preact/signals-react/runtime";
import CircleCheckBig from "lucide-react/icons/circle-check-big";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { session } from "#web/lib/session/session.ts";
import { Definitions } from "#web/ui/definitions/definitions.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { resolutionTexts } from "./locales/index.ts";
import { ResolutionRow } from "./resolution-row.tsx";
import { resolutionCalls } from "./resolutions-api.ts";
import { resolutionList } from "./resolutions-store.ts";

const ResolutionDialog = lazyLayer(async () => (await import("./resolution-dialog.tsx")).ResolutionDialog);

type Open =
  | { readonly kind: "save"; readonly resolution: ResolutionAnswer | null }
  | { readonly kind: "remove"; readonly resolution: ResolutionAnswer };

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 30;

/** The tab Motivos of the page Automação, with the number of uses in the last 30 days (docs/rules/resolutions.md). */
export function ResolutionsTab() {
  useSignals();
  const t = useText(resolutionTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const queues = useOptions(() => api.get<readonly QueueRef[]>("/queue"));
  const uses = useOptions(async () => {
    const now = Date.now();
    return (await resolutionCalls.report(dayKey(now - (DAYS - 1) * DAY_MS), dayKey(now))).rows;
  });
  useEffect(() => void resolutionList.need(), []);
  const close = () => setOpen(null);
  const rows = resolutionList.all.value;
  const isOff =
    session.setting("resolutionMode") !== "optional" && session.setting("resolutionMode") !== "required";
  return (
    <>
      <Definitions
        list={resolutionList}
        t={t}
        picture={<CircleCheckBig />}
        isEmpty={rows.length === 0}
        onAdd={() => setOpen({ kind: "save", resolution: null })}
        intro={
          isOff ? (
            <>
              {t("list.off")} <Link href="/settings">{t("list.toSettings")}</Link>
            </>
          ) : undefined
        }
      >
        <ul className="panel definitions-list" aria-label={t("list.label")}>
          {rows.map((row, at) => (
            <ResolutionRow
              key={row.id}
              row={row}
              queues={queues ?? []}
              uses={uses?.find(({ id }) => id === row.id)?.tickets ?? 0}
              at={at}
              count={rows.length}
              onMove={(by) => void move(row, at + 1 + by)}
              onEdit={() => setOpen({ kind: "save", resolution: row })}
              onRemove={() => setOpen({ kind: "remove", resolution: row })}
            />
          ))}
        </ul>
      </Definitions>
      {open?.kind === "save" ? (
        <ResolutionDialog
          resolution={open.resolution}
          queues={queues}
          onClose={close}
          onSaved={(saved) => {
            resolutionList.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.resolution.name })}
          deleted={t("remove.deleted")}
          onDelete={async () => {
            await resolutionCalls.remove(open.resolution.id);
            resolutionList.remove(open.resolution.id);
          }}
          onClose={close}
        >
          <p>{t("remove.text")}</p>
        </ConfirmDelete>
      ) : null}
    </>
  );
}

/** Moves a resolution to a position, beginning at 1; the events bring the others. */
async function move(row: ResolutionAnswer, position: number): Promise<void> {
  try {
    resolutionList.put(await resolutionCalls.update(row.id, { position }));
  } catch (error) {
    toast.failure(error);
  }
}
