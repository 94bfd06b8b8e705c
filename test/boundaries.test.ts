import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Checks that content of strangers that cannot be rendered affects only one row, card or panel
 * (docs/rules/pages.md#boundaries).
 */
const repository = join(import.meta.dir, "..");
/** Matches code that shows names or texts of contacts. */
const STRANGERS = /contact\??\.name|lastMessage\b|message\.body|\.body\}|contactName|\.snippet/;
/** Matches code that renders a list. */
const LIST = /\.map\(/;
const DIALOG = "part of a dialog, whose body has a boundary";
const ROW = "part of a row that has a boundary";
/** Files without an error boundary, and the file that has the boundary for them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "web/app/palette/use-palette-groups.tsx": "the palette has a boundary in the shell",
  "web/automation/integrations/log-dialog.tsx": DIALOG,
  "web/inbox/chats/conversation/chat-composer.tsx":
    "lists colleagues; the page of the team chat has a boundary",
  "web/inbox/chats/conversation/chat-stream.tsx": "the rows of every stream have a boundary",
  "web/inbox/kanban/lanes.tsx": "each card has a boundary",
  "web/inbox/messages/bubble/bubble.tsx": ROW,
  "web/inbox/messages/info/info-dialog.tsx": DIALOG,
  "web/inbox/messages/media/media-place.tsx": ROW,
  "web/inbox/reconciliation/gap-list.tsx": DIALOG,
  "web/inbox/reports/columns.tsx": "every cell of a table has a boundary",
  "web/inbox/schedules/form/schedule-dialog.tsx": DIALOG,
  "web/inbox/tickets/dialogs/drafts-dialog.tsx": DIALOG,
  "web/inbox/tickets/forward/forward-dialog.tsx": DIALOG,
  "web/inbox/tickets/list/row-actions.tsx": ROW,
  "web/inbox/tickets/reminders/reminders-dialog.tsx": DIALOG,
  "web/people/contacts/contact-data.tsx": "each section of the drawer has a boundary",
  "web/people/contacts/contact-dialog.tsx": DIALOG,
  "web/people/contacts/contact-picker.tsx": DIALOG,
};
const read = (path: string): string => readFileSync(join(repository, path), "utf8");

test("every list with names or texts of contacts has an error boundary, or the test lists the file that has it", () => {
  const without = [...new Bun.Glob("web/**/*.tsx").scanSync(repository)].filter((path) => {
    if (/\.test\.tsx$|test-/.test(path)) return false;
    const source = read(path);
    return (
      STRANGERS.test(source) && LIST.test(source) && !/<(ErrorBoundary|DataTable|PagedTable)\b/.test(source)
    );
  });
  expect(without.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});

test("every dialog, popover, table cell and section of a drawer has an error boundary", () => {
  for (const path of [
    "web/ui/overlay/dialog.tsx",
    "web/ui/overlay/popover-body.tsx",
    "web/ui/table/data-cell.tsx",
    "web/people/contacts/contact-section.tsx",
    "web/inbox/messages/stream/stream-rows.tsx",
  ])
    expect([path, read(path).includes("<ErrorBoundary")]).toEqual([path, true]);
});
