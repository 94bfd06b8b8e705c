import type { ResolutionAnswer } from "#inbox/tickets/resolutions/contract.ts";
import { DefinitionList } from "#web/lib/lists/definition-list.ts";

class ResolutionList extends DefinitionList<ResolutionAnswer> {
  /** The resolutions that a ticket of this queue offers. */
  offered(queueId: number | null): readonly ResolutionAnswer[] {
    return this.all.value.filter(
      ({ active, queueIds }) =>
        active && (queueIds.length === 0 || (queueId !== null && queueIds.includes(queueId))),
    );
  }
}

/** The resolutions of the company. */
export const resolutionList = new ResolutionList({
  path: "/resolutions",
  name: "resolutions",
  channel: "resolution",
});
