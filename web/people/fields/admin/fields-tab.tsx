import { useSignals } from "@preact/signals-react/runtime";
import ListPlus from "lucide-react/icons/list-plus";
import { useEffect, useState } from "react";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { FieldAnswer, FieldOwner } from "#people/fields/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { fieldCalls } from "#web/people/fields/fields-api.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { Definitions } from "#web/ui/definitions/definitions.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { DefinitionRow } from "./definition-row.tsx";
import "./fields-tab.css";

const FieldDialog = lazyLayer(async () => (await import("./field-dialog.tsx")).FieldDialog);
const TakeExtraDialog = lazyLayer(async () => (await import("./take-extra-dialog.tsx")).TakeExtraDialog);

type Open =
  | { readonly kind: "save"; readonly field: FieldAnswer | null }
  | { readonly kind: "remove" | "extra"; readonly field: FieldAnswer };

/** The tab Campos of the page Automação: definitions of custom fields (docs/rules/fields.md#definitions). */
export function FieldsTab() {
  useSignals();
  const t = useText(fieldTexts);
  const [open, setOpen] = useState<Open | null>(null);
  const queues = useOptions(() => api.get<readonly QueueRef[]>("/queue"));
  useEffect(() => void fieldList.need(), []);
  const close = () => setOpen(null);
  const owners = (["ticket", "contact"] as const).filter((of) => fieldList.of(of).length > 0);
  return (
    <>
      <Definitions
        list={fieldList}
        t={t}
        picture={<ListPlus />}
        isEmpty={owners.length === 0}
        onAdd={() => setOpen({ kind: "save", field: null })}
      >
        {owners.map((of) => (
          <FieldsOf key={of} of={of} queues={queues ?? []} onOpen={setOpen} />
        ))}
      </Definitions>
      {open?.kind === "save" ? (
        <FieldDialog
          field={open.field}
          queues={queues}
          onClose={close}
          onSaved={(saved) => {
            fieldList.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("remove.title", { name: open.field.label })}
          deleted={t("remove.deleted")}
          onDelete={async () => {
            await fieldCalls.remove(open.field.id);
            fieldList.remove(open.field.id);
          }}
          onClose={close}
        >
          {open.field.hasValues ? <p>{t("remove.values")}</p> : null}
        </ConfirmDelete>
      ) : null}
      {open?.kind === "extra" ? <TakeExtraDialog field={open.field} onClose={close} /> : null}
    </>
  );
}

interface FieldsOfProps {
  readonly of: FieldOwner;
  readonly queues: readonly QueueRef[];
  readonly onOpen: (open: Open) => void;
}

/** The fields of tickets or of contacts in their order. */
function FieldsOf({ of, queues, onOpen }: FieldsOfProps) {
  useSignals();
  const t = useText(fieldTexts);
  const fields = fieldList.of(of);
  return (
    <section className="definitions" aria-label={t(`section.${of}`)}>
      <h2>{t(`section.${of}`)}</h2>
      <ul className="panel definitions-list">
        {fields.map((field, at) => (
          <DefinitionRow
            key={field.id}
            field={field}
            queues={queues}
            onMove={(by) => void move(of, at, at + by)}
            at={at}
            count={fields.length}
            onEdit={() => onOpen({ kind: "save", field })}
            onRemove={() => onOpen({ kind: "remove", field })}
            onTakeExtra={() => onOpen({ kind: "extra", field })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Moves a field; the list shows the new order at once, and the stored one after a failure. */
async function move(of: FieldOwner, from: number, to: number): Promise<void> {
  const fields = moveItem(fieldList.of(of), from, to);
  fields.forEach((field, index) => {
    fieldList.put({ ...field, position: index + 1 });
  });
  try {
    await fieldCalls.order(fields.map(({ id }) => id));
  } catch (error) {
    toast.failure(error);
    fieldList.reload();
  }
}
