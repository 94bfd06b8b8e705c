import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { letterKeys } from "./helpers/source/letter-keys.ts";

const repository = join(import.meta.dir, "..");

/** The only folder whose code may react to printable keys. */
const POLICY = /^web\/lib\/keyboard\//;
/** Listeners of the whole page that react to no printable key, each with its reason. */
const LISTENERS: Readonly<Record<string, string>> = {
  "web/ui/overlay/tooltip-host.tsx": "Esc hides a tooltip",
  "web/inbox/quick-picker/picker.tsx": "arrows, Enter, Tab and Esc of the list beside the text box of a note",
  "web/inbox/tickets/participants/mention-choices.tsx":
    "arrows, Enter, Tab and Esc of the list beside the composer",
};

const sources = [...new Bun.Glob("web/**/*.{ts,tsx}").scanSync(repository)]
  .filter((path) => !/\.test\.tsx?$|test-/.test(path) && !POLICY.test(path))
  .map((path) => [path, readFileSync(join(repository, path), "utf8")] as const);

describe("keyboard shortcuts of the pages", () => {
  test("shortcuts are decided in one file; no other file reacts to a printable key", () => {
    const found = sources.flatMap(([path, source]) =>
      letterKeys(source)
        .filter((what) => !(path in LISTENERS && what === "listens to the whole page"))
        .map((what) => `${path}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  test("every allowed page-wide key listener still exists", () => {
    const known = new Map(sources);
    for (const path of Object.keys(LISTENERS))
      expect([path, letterKeys(known.get(path) ?? "")]).toEqual([path, ["listens to the whole page"]]);
  });
});

/** Names of parts that are rendered in their place on a page and take no focus: pages, charts, banners, bars, labels. */
const IN_PLACE = /(Page|Routes|Tab|Chart|Banner|Bar|Panel|Chips?|Icon|Bell|Notice)$/;
/** Other parts loaded by `lazy` instead of `lazyLayer`, each with the reason why the page keeps the keyboard. */
const NOT_LAYERS: Readonly<Record<string, string>> = {
  AiHelp: "buttons beside the modes of the composer",
  AnnouncementsRead: "part of a popover that is a layer",
  Attendances: "section of the contact drawer",
  Calendar: "part of the schedules page",
  CampaignCostCard: "part of the campaign report",
  CampaignEstimate: "line of the campaign dialog",
  ClockList: "part of a popover that is a layer",
  CommandStrip: "command mode takes the next key before the strip is drawn",
  Consents: "section of the contact drawer",
  ContactDrawer: "panel beside the conversation",
  EditViewButton: "button of an empty list",
  ExtraSections: "sections of the contact drawer",
  FollowUpLine: "line between messages",
  FoundLater: "line below a message",
  LinkCard: "part of a message",
  MediaPlace: "part of a message",
  MediaCards: "part of a message",
  LostVerdict: "line of a table",
  OptOut: "line of the contact drawer",
  OwnerLinkBox: "part of the link dialog, which is a layer",
  Panel: "part of a page, or of a popover that is a layer",
  PickBox: "checkbox on a message",
  PersonalList: "part of a popover that is a layer",
  PhoneSection: "section of the contact drawer",
  MentionPicker: "list beside the composer, which keeps the focus",
  NumberHealth: "line of a table",
  QuickPicker: "list beside the composer, which keeps the focus",
  SendEstimate: "line of a dialog",
  ValuesSection: "section of the contact drawer",
  TicketListEmpty: "drawn in the place of the rows",
  Translation: "part of a message",
  WorksList: "part of a popover that is a layer",
};

/** They define `lazy` and `lazyPage`; a page takes no keyboard from another. */
const DEFINITIONS = new Set(["web/ui/state/lazy.tsx", "web/app/routes/lazy-page.tsx"]);

describe("dialogs loaded on demand", () => {
  const loaded = sources.flatMap(([path, source]) =>
    [...source.matchAll(/const (\w+)(?:: [^=]+)? = lazy(?:<[^(]+>)?\(/g)].map(([, name = ""]) => ({
      path,
      name,
    })),
  );

  test("a part loaded on demand captures the keyboard as soon as it is opened, unless the page keeps it", () => {
    const layers = loaded.filter(({ name }) => !IN_PLACE.test(name) && !(name in NOT_LAYERS));
    expect(layers).toEqual([]);
  });

  test("every part that is exempt from capturing the keyboard is still loaded on demand", () => {
    const names = new Set(loaded.map(({ name }) => name));
    expect(Object.keys(NOT_LAYERS).filter((name) => !names.has(name))).toEqual([]);
  });

  test("every call of `lazy` has a name that the check reads", () => {
    const calls = sources
      .filter(([path]) => !DEFINITIONS.has(path))
      .flatMap(([, source]) => [...source.matchAll(/(?<!\w)lazy(?:<[^(]+>)?\(/g)]);
    expect(loaded.length).toBe(calls.length);
  });
});

describe("the check of key listeners", () => {
  test.each([
    ["a comparison", 'const press = (event: KeyboardEvent) => event.key === "e" && resolve(); onKeyDown;'],
    ["a switch", 'function onKeyDown({ key }) { switch (key) { case "r": reply(); } }'],
    ["an object of keys", "const onKeyDown = (event) => ({ j: next, k: previous })[event.key]?.();"],
    ["a list of keys", 'const onKeyDown = (event) => ["a", "t"].includes(event.key) && act();'],
    ["a pattern", "const onKeyDown = (event) => /^[a-z]$/.test(event.key) && act();"],
    ["a physical key", 'const onKeyDown = (event) => event.code === "KeyE" && act();'],
    ["a lower-case comparison", 'const onKeyDown = (event) => event.key.toLowerCase() === "e" && act();'],
    ["any printable key", "const onKeyDown = (event) => event.key.length === 1 && act();"],
    ["a listener of the page", 'window.addEventListener("keydown", act);'],
    ["an access key", '<button accessKey="e" onClick={act} />;'],
  ])("the key check reports %s", (_, source) => {
    expect(letterKeys(source)).not.toEqual([]);
  });

  test("the key check allows Enter, Esc, arrows and Space", () => {
    const source =
      'const onKeyDown = (event) => event.key === "Enter" || event.key === " " || { ArrowUp: 1 }[event.key];';
    expect(letterKeys(source)).toEqual([]);
  });
});
