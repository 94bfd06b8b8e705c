import * as v from "valibot";
import { RequiredId, ShortText } from "#platform/http/contract.ts";
import { NOTIFICATION_KINDS } from "./defaults/contract.ts";

export { DEFAULT_PREFERENCES } from "./defaults/contract.ts";

export const NotificationKind = v.picklist(NOTIFICATION_KINDS);
export type NotificationKind = v.InferOutput<typeof NotificationKind>;

/** Key of a list, a view or a sort order of the pages. Pages ignore unknown keys. */
const PageKey = v.pipe(ShortText, v.regex(/^[\w:-]{1,40}$/));

const VALUES = {
  /** Order of each ticket list, by the name of the list. */
  listSort: v.pipe(v.record(PageKey, PageKey), v.maxEntries(60)),
  /** After a ticket leaves the list: back to the list, or the next ticket opens. */
  afterResolve: v.picklist(["list", "next"]),
  /** Whether letters without Ctrl, Alt or ⌘ are shortcuts. */
  singleKeys: v.boolean(),
  /** How long a sent message can be undone, s. */
  undoSendSeconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(15)),
  /** Whether Ctrl/⌘+Shift+Enter sends and resolves. */
  sendAndResolve: v.boolean(),
  /** Views on the bar of the ticket list, in order; empty = the default ones. */
  viewBar: v.pipe(v.array(PageKey), v.maxLength(60)),
  /** Ids of the macros that run without a preview. */
  macrosWithoutPreview: v.pipe(v.array(RequiredId), v.maxLength(200)),
  /** Kinds of notifications that are also sent to the user's devices. */
  pushKinds: v.pipe(v.array(NotificationKind), v.maxLength(NOTIFICATION_KINDS.length)),
};

export const Preferences = v.object(VALUES);
export type Preferences = v.InferOutput<typeof Preferences>;
/** Keys that are absent keep their value. */
export const PreferencesBody = v.partial(Preferences);
export type PreferencesBody = v.InferOutput<typeof PreferencesBody>;
