import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { ContactSort } from "#people/contacts/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { bulkCalls } from "./bulk-calls.ts";
import type { ContactList } from "./contact-list.ts";
import { contactListTexts } from "./locales/index.ts";

const SORTS: readonly ContactSort[] = ["name", "-name", "-created", "created"];
/** Value of the option "no tag". */
const EVERY_TAG = 0;

/** Order of the contact list, and the tag by which it is filtered. */
export function ListControls({ rows }: { readonly rows: ContactList }) {
  useSignals();
  const t = useText(contactListTexts);
  const [tags, setTags] = useState<readonly TagAnswer[]>([]);
  useEffect(() => void bulkCalls.tags().then(setTags, toast.failure), []);
  return (
    <div className="contact-controls">
      <Select<ContactSort>
        label={t("order.label")}
        hideLabel
        value={rows.sort.value}
        onChange={(sort) => rows.sortBy(sort)}
        options={SORTS.map((id) => ({ id, label: t(`order.${ORDER_TEXTS[id]}`) }))}
      />
      {tags.length > 0 ? (
        <Select<number>
          label={t("order.tag")}
          hideLabel
          value={rows.tagId.value ?? EVERY_TAG}
          onChange={(id) => rows.narrowTo(id === EVERY_TAG ? null : id)}
          options={[
            { id: EVERY_TAG, label: t("order.everyTag") },
            ...tags.map(({ id, name }) => ({ id, label: name })),
          ]}
        />
      ) : null}
    </div>
  );
}

const ORDER_TEXTS = {
  name: "name",
  "-name": "nameDown",
  created: "created",
  "-created": "createdDown",
} as const;
