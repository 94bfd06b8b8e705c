import { useEffect, useState } from "react";
import { campaignCalls } from "#web/outreach/campaigns/campaigns-api.ts";

/** Number of recipients of a list and a tag together; null while unknown. */
export function useReach(contactListId: number, tagListId: number): number | null {
  const [reach, setReach] = useState<number | null>(null);
  useEffect(() => {
    setReach(null);
    let isHere = true;
    campaignCalls.audience({ contactListId, tagListId }).then(
      ({ count }) => isHere && setReach(count),
      // Optional: the dialog works without it.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [contactListId, tagListId]);
  return reach;
}
