import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { connectionColumns } from "./connection-columns.tsx";
import { ConnectionsSkeleton } from "./connections-skeleton.tsx";
import { connectionsTexts } from "./locales/index.ts";
import type { Open } from "./page.tsx";

export function ConnectionList({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  useSignals();
  const t = useText(connectionsTexts);
  if (connections.state.value === "error") {
    return (
      <div className="panel">
        <ErrorState error={connections.error.value} onRetry={() => void connections.reload()} />
      </div>
    );
  }
  if (connections.state.value !== "ready") return <ConnectionsSkeleton />;
  return (
    <DataTable<Connection>
      label={t("page.title")}
      columns={connectionColumns(t, onOpen)}
      rows={connections.list.value}
      rowKey={({ id }) => id}
    />
  );
}
