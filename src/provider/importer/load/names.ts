import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { textOf, type Value } from "#provider/importer/dump/values.ts";
import * as sql from "./queues.sql.ts";

/** Returns one line of at most this many characters. */
export const shortened = (value: Value | undefined, length: number): string =>
  [...textOf(value).replace(/\s+/g, " ").trim()].slice(0, length).join("");

const PALETTE = "#7c7c7c";

/** `#rrggbb`, grey for anything else. */
export function colorOf(value: Value | undefined): string {
  const text = textOf(value).trim().toLowerCase();
  const [, r = "", g = "", b = ""] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text) ?? [];
  if (r !== "") return `#${r}${r}${g}${g}${b}${b}`;
  return /^#[0-9a-f]{6}$/.test(text) ? text : PALETTE;
}

/** The nearest unused colour: queues are distinguished by colour. */
export function unusedColor(db: Db, wanted: string): string {
  const isTaken = (color: string) => queryOne(db, sql.byColor, { color }) !== undefined;
  let color = wanted;
  for (let step = 1; isTaken(color); step += 1) {
    const shifted = (Number.parseInt(wanted.slice(1), 16) + step * 0x050301) & 0xffffff;
    color = `#${shifted.toString(16).padStart(6, "0")}`;
  }
  return color;
}

/** `wanted`, with a number appended when it is taken. */
export function unusedName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let number = 2; isTaken(name); number += 1) name = `${wanted.slice(0, 44)} (${number})`;
  return name;
}
