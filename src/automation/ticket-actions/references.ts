import type { Reference } from "#inbox/conditions/index.ts";
import type { TicketAction } from "./contract.ts";

/** The tags, queues, resolutions, custom fields, quick replies and follow-ups that an action names. */
function namedBy(action: TicketAction): Reference[] {
  switch (action.action) {
    case "tag_add":
    case "tag_remove":
      return action.tagIds.map((id) => ({ kind: "tag", id }));
    case "transfer":
      return [{ kind: "queue", id: action.queueId }];
    case "note":
      return mentionedQueues(action).map((id) => ({ kind: "queue", id }));
    case "resolve":
      return action.resolutionId === undefined ? [] : [{ kind: "resolution", id: action.resolutionId }];
    case "field_set":
      return [{ kind: "field", id: action.key }];
    case "reply":
      return action.quickReplyId === undefined ? [] : [{ kind: "quick_reply", id: action.quickReplyId }];
    case "follow_up":
      return [{ kind: "follow_up", id: action.followUpId }];
    default:
      return [];
  }
}

const mentionedQueues = ({ mentions }: Extract<TicketAction, { action: "note" }>): number[] =>
  (mentions ?? []).flatMap(({ kind, id }) => (kind === "queue" ? [id] : []));

const isSame = (gone: Reference) => (one: Reference) => one.kind === gone.kind && one.id === gone.id;

/** Whether a list of actions names something. */
export const actionsName = (actions: readonly TicketAction[], reference: Reference): boolean =>
  actions.flatMap(namedBy).some(isSame(reference));

/** The actions without a reference; an action that only consists of the reference is left out. */
export const actionsWithout = (actions: readonly TicketAction[], gone: Reference): TicketAction[] =>
  actions.flatMap((action) => (namedBy(action).some(isSame(gone)) ? without(action, gone.id) : [action]));

function without(action: TicketAction, gone: Reference["id"]): TicketAction[] {
  switch (action.action) {
    case "tag_add":
    case "tag_remove": {
      const tagIds = action.tagIds.filter((id) => id !== gone);
      return tagIds.length > 0 ? [{ ...action, tagIds }] : [];
    }
    case "note":
      return [
        { ...action, mentions: action.mentions?.filter(({ kind, id }) => kind !== "queue" || id !== gone) },
      ];
    case "resolve":
      return [{ ...action, resolutionId: undefined }];
    case "reply":
      return action.templateName === undefined ? [] : [{ ...action, quickReplyId: undefined }];
    default:
      return [];
  }
}
