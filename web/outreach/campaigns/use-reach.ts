import { useEffect, useState } from "react";
import { campaignCalls } from "./campaigns-api.ts";

/** How many people a list and a tag reach together; null while it is not known. */
export function useReach(contactListId: number, tagListId: number): number | null {
  const [reach, setReach] = useState<number | null>(null);
  useEffect(() => {
    setReach(null);
    let isHere = true;
    campaignCalls.audience({ contactListId, tagListId }).then(
      ({ count }) => isHere && setReach(count),
      // A hint: without it the dialog works all the same.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [contactListId, tagListId]);
  return reach;
}
