import type { PhoneBookEntry } from "#channels/connections/provider.ts";
import { kindOf, parseJid } from "#channels/connections/whatsapp/translate/jid.ts";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import type { Directory } from "./directory.ts";
import { createLru } from "./lru.ts";

/** One person in the phone's address book. */
export interface PhoneBookNews {
  /** Any address of the person; the phone number if the phone sends it. */
  readonly id: string;
  readonly phoneNumber?: string | undefined;
  /** The name saved in the phone. */
  readonly name?: string | null | undefined;
  /** The name in the person's own profile. */
  readonly notify?: string | null | undefined;
}

/** Names from the paired phone, also of people without messages; without groups and channels. */
export interface PhoneBook {
  learn(news: readonly PhoneBookNews[]): void;
  /** People with a number, sorted by name: the name saved in the phone, else the person's own. */
  list(): PhoneBookEntry[];
  /**
   * Clears the cache of written names, so that repeated names are stored again; needed when another thread has
   * deleted rows.
   */
  reset(): void;
}

/** Number of people whose names are cached and not written again: every message contains its author's name. */
const REMEMBERED = 1000;

export const PHONE_BOOK_TABLE = `CREATE TABLE IF NOT EXISTS phone_book (
  jid TEXT PRIMARY KEY, saved TEXT NOT NULL DEFAULT '', told TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;`;

interface Line {
  readonly address: string;
  readonly saved: string;
  readonly told: string;
}
const wordsOf = ({ saved, told }: Line): string => `${saved}\n${told}`;

export function createPhoneBook(db: Sqlite, directory: Directory): PhoneBook {
  const put = prepared(
    db,
    `INSERT INTO phone_book (jid, saved, told) VALUES (?, ?, ?) ON CONFLICT (jid) DO UPDATE SET
      saved = CASE WHEN excluded.saved = '' THEN saved ELSE excluded.saved END,
      told = CASE WHEN excluded.told = '' THEN told ELSE excluded.told END`,
  );
  const all = prepared(db, "SELECT jid, saved, told FROM phone_book ORDER BY jid");

  const addressOf = ({ id, phoneNumber }: PhoneBookNews): string | null => {
    for (const address of [phoneNumber, id]) {
      const parsed = parseJid(address);
      if (parsed && ["pn", "lid"].includes(kindOf(parsed))) return `${parsed.user}@${parsed.server}`;
    }
    return null;
  };
  const written = createLru<string>(REMEMBERED);
  const write = db.transaction((lines: readonly Line[]) => {
    for (const { address, saved, told } of lines) put.run(address, saved, told);
  });
  return {
    learn(news) {
      const lines = news.flatMap((one): Line[] => {
        const address = addressOf(one);
        const [saved, told] = [one.name ?? "", one.notify ?? ""];
        return address && (saved || told) ? [{ address, saved, told }] : [];
      });
      const fresh = lines.filter((line) => written.get(line.address) !== wordsOf(line));
      if (fresh.length === 0) return;
      write(fresh);
      for (const line of fresh) written.set(line.address, wordsOf(line));
    },
    reset: () => written.clear(),
    list() {
      const people = new Map<string, { saved: string; told: string }>();
      for (const { jid, saved, told } of all.all() as { jid: string; saved: string; told: string }[]) {
        const number = directory.describe(jid).find(({ kind }) => kind === "pn")?.value;
        if (!number) continue;
        const known = people.get(number);
        people.set(number, { saved: known?.saved || saved, told: known?.told || told });
      }
      return [...people]
        .map(([number, { saved, told }]) => ({ number, name: saved || told }))
        .sort((a, b) => a.name.localeCompare(b.name) || a.number.localeCompare(b.number));
    },
  };
}
