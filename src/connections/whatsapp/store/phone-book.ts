import type { PhoneBookEntry } from "#connections/provider.ts";
import { kindOf, parseJid } from "#connections/whatsapp/jid.ts";
import { prepared, type Sqlite } from "#platform/db/open.ts";
import type { Directory } from "./directory.ts";

/** What the phone says of one person. */
export interface PhoneBookNews {
  /** Any address of theirs; numbers are kept where one is told. */
  readonly id: string;
  readonly phoneNumber?: string | undefined;
  /** As saved in the phone. */
  readonly name?: string | null | undefined;
  /** As they call themselves. */
  readonly notify?: string | null | undefined;
}

/** Names the paired phone told of people, written or not. Groups and channels are no people. */
export interface PhoneBook {
  learn(news: readonly PhoneBookNews[]): void;
  /** People with a number, by name: the phone's own word before theirs. */
  list(): PhoneBookEntry[];
}

export const PHONE_BOOK_TABLE = `CREATE TABLE IF NOT EXISTS phone_book (
  jid TEXT PRIMARY KEY, saved TEXT NOT NULL DEFAULT '', told TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;`;

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
  const learn = db.transaction((news: readonly PhoneBookNews[]) => {
    for (const one of news) {
      const address = addressOf(one);
      if (address && (one.name || one.notify)) put.run(address, one.name ?? "", one.notify ?? "");
    }
  });
  return {
    learn: (news) => void learn(news),
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
