import type { SignalDataSet } from "@whiskeysockets/baileys";
import { prepared, releasePages, type Sqlite } from "#platform/db/open.ts";
import { type Credentials, createCredentials, eraseCredentials } from "./credentials.ts";
import { closeSessionDatabase, openSessionDatabase } from "./database.ts";
import { createDevices, type Devices } from "./devices.ts";
import { createDirectory, type Directory } from "./directory.ts";
import { forgetPerson } from "./forget-person.ts";
import { createGroups, type Groups } from "./groups.ts";
import { identityLinks } from "./identity-links.ts";
import { createJournal, type Journal, type JournalEntry } from "./journal.ts";
import { createMediaReferences, type MediaReferences } from "./media-references.ts";
import { createMissing, type Missing } from "./missing.ts";
import { createPhoneBook, type PhoneBook } from "./phone-book.ts";
import { createSeal } from "./seal.ts";
import { createSeen, type Seen } from "./seen.ts";
import { createSent, type Sent } from "./sent.ts";
import { createSignalKeys, type SignalKeys } from "./signal-keys.ts";

/** Our own addresses; stored longer than the credentials, because undelivered events are translated with them. */
export interface OwnAddresses {
  readonly id: string | null;
  readonly lid: string | null;
}

/** The message that a step of the ratchet decrypted. */
export interface Journaled {
  readonly entry: JournalEntry;
  readonly stanza: string;
}

/** Changed keys and the message they decrypted. */
export interface Step {
  readonly changes: SignalDataSet;
  readonly journaled?: Journaled | undefined;
}

/** All stored data of one connection, in one file. */
export interface SessionStore {
  readonly credentials: Credentials;
  readonly keys: SignalKeys;
  readonly journal: Journal;
  readonly seen: Seen;
  readonly missing: Missing;
  readonly sent: Sent;
  readonly directory: Directory;
  readonly devices: Devices;
  readonly groups: Groups;
  readonly media: MediaReferences;
  readonly phoneBook: PhoneBook;
  own(): OwnAddresses;
  saveOwn(addresses: OwnAddresses): void;
  /**
   * Commits changed keys and the message they decrypted in one transaction: the ratchet advances if and only if the
   * message is in the journal. The same transaction writes messages that are about to be sent (`sent.save`).
   */
  commit(changes: SignalDataSet, journaled?: Journaled): void;
  /** Like `commit` for several steps in one transaction: all of them or none. */
  commitAll(steps: readonly Step[]): void;
  /** Runs work on several tables in one transaction; when it fails, the caches are cleared too. */
  together<T>(work: () => T): T;
  /** Erases credentials and keys beyond recovery; events that were not accepted stay. */
  erase(): void;
  /** Deletes all rows about these identities (`forget-person.ts`). */
  forgetPerson(values: readonly string[]): void;
  /** Deletes rows that are too old to be used. */
  sweep(): void;
  /** Frees cached pages. */
  ease(): void;
  close(): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
// A phone that was off may request a new copy for two weeks; WhatsApp keeps media for about as long.
const KEPT_DAYS = { sent: 14, media: 14, missing: 14, seen: 3, devices: 7 };

/** Opens the store of one connection; throws as `openSessionDatabase`. */
export function openSessionStore(directory: string, sealingKey: Uint8Array, now = Date.now): SessionStore {
  const db = openSessionDatabase(directory);
  const seal = createSeal(sealingKey);
  const keys = createSignalKeys(db, seal);
  const journal = createJournal(db);
  const seen = createSeen(db);
  const parts = {
    credentials: createCredentials(directory, db, seal),
    missing: createMissing(db),
    sent: createSent(db),
    directory: createDirectory(db, keys),
    devices: createDevices(db, now),
    groups: createGroups(db),
    media: createMediaReferences(db),
  };
  const phoneBook = createPhoneBook(db, parts.directory);
  const write = ({ changes, journaled }: Step): number => {
    keys.write(changes);
    const rows = identityLinks(changes, parts.directory, now());
    if (journaled) {
      rows.push(journaled.entry);
      seen.add(journaled.stanza, now());
    }
    if (rows.length > 0) journal.write(rows, now());
    return rows.length;
  };
  const transaction = db.transaction((steps: readonly Step[]) => {
    parts.sent.write();
    return withLastSessions(steps).reduce((rows, step) => rows + write(step), 0);
  });
  const commitAll = (steps: readonly Step[]) => {
    let rows = 0;
    try {
      rows = transaction(steps);
    } catch (error) {
      forgetCached();
      throw error;
    }
    if (rows > 0) journal.onAppend(rows);
  };
  const forgetCached = () => {
    keys.reset();
    parts.directory.reset();
    parts.sent.reset();
    parts.missing.reset();
    phoneBook.reset();
  };
  return {
    ...parts,
    phoneBook,
    keys,
    journal,
    seen,
    ...ownAddresses(db),
    commit: (changes, journaled) => commitAll([{ changes, journaled }]),
    commitAll,
    together(work) {
      try {
        return db.transaction(work)();
      } catch (error) {
        forgetCached();
        throw error;
      }
    },
    sweep() {
      parts.sent.sweep(now() - KEPT_DAYS.sent * DAY_MS);
      parts.media.sweep(now() - KEPT_DAYS.media * DAY_MS);
      parts.missing.sweep(now() - KEPT_DAYS.missing * DAY_MS);
      parts.devices.sweep(now() - KEPT_DAYS.devices * DAY_MS);
      seen.sweep(now() - KEPT_DAYS.seen * DAY_MS);
    },
    forgetPerson(values) {
      forgetPerson(db, values);
      forgetCached();
    },
    erase() {
      eraseCredentials(directory, db);
      forgetCached();
    },
    ease: () => releasePages(db),
    close: () => closeSessionDatabase(db),
  };
}

/** The steps without the earlier states of a session that several of them change: only its last state is written. */
function withLastSessions(steps: readonly Step[]): readonly Step[] {
  if (steps.length === 1) return steps;
  const seen = new Set<string>();
  return steps
    .toReversed()
    .map((step) => {
      const sessions = Object.entries(step.changes.session ?? {});
      if (sessions.length === 0) return step;
      const last = sessions.filter(([id]) => !seen.has(id));
      for (const [id] of last) seen.add(id);
      return { ...step, changes: { ...step.changes, session: Object.fromEntries(last) } };
    })
    .toReversed();
}

function ownAddresses(db: Sqlite): Pick<SessionStore, "own" | "saveOwn"> {
  const find = prepared(db, "SELECT value FROM own WHERE name = ?");
  const put = prepared(db, "INSERT OR REPLACE INTO own (name, value) VALUES (?, ?)");
  const value = (name: string) => (find.get(name) as { value: string } | undefined)?.value ?? null;
  let known: OwnAddresses = { id: value("id"), lid: value("lid") };
  return {
    own: () => known,
    saveOwn(addresses) {
      if (addresses.id === known.id && addresses.lid === known.lid) return;
      if (addresses.id) put.run("id", addresses.id);
      if (addresses.lid) put.run("lid", addresses.lid);
      known = addresses;
    },
  };
}
