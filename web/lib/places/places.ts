import type { Ability } from "#accounts/users/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { foldCase } from "#web/lib/format/fold-case.ts";
import { session } from "#web/lib/session/session.ts";
import type pt from "./locales/pt.json";

type PlaceId = keyof (typeof pt)["place"];
type PageId = keyof (typeof pt)["page"];
type WordId = keyof (typeof pt)["words"];

interface Place {
  readonly id: PlaceId;
  readonly page: PageId;
  readonly path: string;
  readonly ability?: Ability;
}

const ADMIN = "drawer-admin-items:view";
const REPORTS = "reports:view";

/** Tabs of pages that people look for by name; the pages themselves are in the menu. */
const PLACES: readonly Place[] = [
  { id: "macros", page: "replies", path: "/quick-messages?tab=macros" },
  { id: "followUps", page: "replies", path: "/quick-messages?tab=follow-ups" },
  { id: "snoozed", page: "tickets", path: "/tickets?view=snoozed" },
  { id: "rules", page: "automation", path: "/automation", ability: ADMIN },
  { id: "sla", page: "automation", path: "/automation?tab=sla", ability: ADMIN },
  { id: "fields", page: "automation", path: "/automation?tab=fields", ability: ADMIN },
  { id: "resolutions", page: "automation", path: "/automation?tab=resolutions", ability: ADMIN },
  { id: "slaReport", page: "reports", path: "/reports?tab=sla", ability: REPORTS },
  { id: "satisfaction", page: "reports", path: "/reports?tab=satisfaction", ability: REPORTS },
  { id: "resolutionReport", page: "reports", path: "/reports?tab=resolutions", ability: REPORTS },
  { id: "workTimes", page: "reports", path: "/reports?tab=work", ability: REPORTS },
  { id: "reportSchedules", page: "reports", path: "/reports?tab=schedules", ability: REPORTS },
  { id: "brand", page: "settings", path: "/settings?tab=brand", ability: ADMIN },
  { id: "privacy", page: "settings", path: "/settings?tab=privacy", ability: ADMIN },
];

/** Order in which words are tried; the product's own word of each entry is part of the names it finds. */
const WORDS: readonly WordId[] = [
  "snooze",
  "macros",
  "rules",
  "sla",
  "reports",
  "replies",
  "tags",
  "connections",
  "tickets",
  "assign",
  "fields",
  "satisfaction",
  "resolutions",
  "followUps",
  "reminders",
  "notes",
  "users",
  "queues",
  "contacts",
  "kanban",
  "campaigns",
  "prompts",
  "integrations",
  "audit",
  "help",
  "workTimes",
];

export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  readonly page: string;
  readonly path: string;
}

/**
 * Returns whether a name answers what was typed: it contains the typed text, or the typed text is a word of another
 * product, or of another language, for a part of the name (docs/rules/screens.md#search-words).
 */
export function findsBy(typed: string, t: Translate<typeof pt>): (name: string) => boolean {
  const wanted = foldCase(typed).trim();
  const own = [
    wanted,
    ...WORDS.flatMap((id) => ownWords(wanted, t(`words.${id}.own`), t(`words.${id}.others`))),
  ];
  return (name) => own.some((word) => foldCase(name).includes(word));
}

/** Words shorter than this stand in too many others. */
const FEWEST_LETTERS = 3;

function ownWords(wanted: string, own: string, others: string): readonly string[] {
  if (wanted.length < FEWEST_LETTERS) return [];
  // The start of a word, or the word with an ending.
  const isMeant = listOf(others).some(
    (other) =>
      ` ${other}`.includes(` ${wanted}`) || (other.length >= FEWEST_LETTERS && wanted.startsWith(other)),
  );
  return isMeant ? listOf(own) : [];
}

const listOf = (words: string): readonly string[] => words.split(",").map((word) => foldCase(word).trim());

/** The places that this user may open and whose names answer what was typed. Reads the session's signals. */
export function findPlaces(typed: string, t: Translate<typeof pt>): readonly FoundPlace[] {
  const isFound = findsBy(typed, t);
  return PLACES.filter(({ ability }) => !ability || session.can(ability))
    .map(({ id, page, path }) => ({ id, name: t(`place.${id}`), page: t(`page.${page}`), path }))
    .filter(({ name }) => isFound(name));
}
