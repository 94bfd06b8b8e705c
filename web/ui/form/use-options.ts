import { useEffect, useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";

/** Options of a form, read once when it opens; null until they are loaded. On an error a toast is shown and there are none. */
export function useOptions<T>(read: () => Promise<readonly T[]>): readonly T[] | null {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, whatever the caller's function is by then
  useEffect(() => {
    read().then(setRows, (error) => {
      toast.failure(error);
      setRows([]);
    });
  }, []);
  return rows;
}
