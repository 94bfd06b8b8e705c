import { useEffect, useState } from "react";
import { toast } from "#web/ui/toast/toast.ts";

/**
 * Options of a form, loaded once when it opens; null until then. After an error a toast is shown and the list is
 * empty.
 */
export function useOptions<T>(read: () => Promise<readonly T[]>): readonly T[] | null {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, even if the caller passes a new function
  useEffect(() => {
    read().then(setRows, (error) => {
      toast.failure(error);
      setRows([]);
    });
  }, []);
  return rows;
}
