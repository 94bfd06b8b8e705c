import { useState } from "react";
import type { Choices } from "#web/inbox/tickets/views/condition-words.ts";
import { api } from "#web/lib/api/api.ts";

interface Row {
  readonly id: number;
  readonly name: string;
}

/** The newest campaigns, loaded when a condition asks for them. */
export function useCampaigns(): Choices {
  const [rows, setRows] = useState<readonly Row[]>([]);
  return {
    items: rows.map(({ id, name }) => ({ id, name, item: id })),
    load: () =>
      void api.get<{ readonly records: readonly Row[] }>("/campaigns").then(
        ({ records }) => setRows(records),
        () => setRows([]),
      ),
  };
}
