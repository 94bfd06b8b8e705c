import { useEffect, useState } from "react";
import type { Estimate, EstimateBody } from "#inbox/costs/contract.ts";
import { api } from "#web/lib/api/api.ts";

/**
 * The expected cost of a message (docs/rules/costs.md#estimate); null = there is nothing to estimate, or it is not known yet.
 */
export function useEstimate(body: EstimateBody | null): Estimate | null {
  const [found, setFound] = useState<Estimate | null>(null);
  const key = body && JSON.stringify(body);
  useEffect(() => {
    setFound(null);
    if (key === null) return;
    const abort = new AbortController();
    // A failed request is ignored: the dialog works without it.
    api
      .post<Estimate>("/costs/estimate", JSON.parse(key) as EstimateBody, { signal: abort.signal })
      .then(setFound, () => undefined);
    return () => abort.abort();
  }, [key]);
  return found;
}
