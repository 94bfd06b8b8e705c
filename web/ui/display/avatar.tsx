import { useState } from "react";
import { classNames } from "#web/ui/styles/class-names.ts";
import "./avatar.css";

/** Initials of the first and last word of a name; a phone number without name shows its country code. */
export function initials(name: string): string {
  const clean = name.trim();
  if (/^\+?\d[\d\s()-]*$/.test(clean)) return clean.startsWith("+") ? clean.slice(0, 3) : clean.slice(0, 2);
  const words = clean.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => firstLetter(word));
  return letters.join("").toLocaleUpperCase() || "?";
}

function firstLetter(word: string | undefined): string {
  return word?.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
}

/** One of eight colours, always the same for the same name. */
export function avatarTone(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash % 8;
}

export interface AvatarProps {
  readonly name: string;
  /** Address of a picture on our own server; the initials are shown when it fails to load. */
  readonly picture?: string | null;
  readonly size?: "s" | "m" | "l" | "xl";
  readonly className?: string;
}

/** A picture, or initials on a colour derived from the name. Decorative: the name is shown beside it. */
export function Avatar({ name, picture, size = "m", className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = picture && picture !== broken ? picture : null;
  return (
    <span
      className={classNames("avatar", `avatar-${size}`, `avatar-tone-${avatarTone(name)}`, className)}
      data-initials={shown ? undefined : initials(name)}
      aria-hidden="true"
    >
      {shown ? <img src={shown} alt="" loading="lazy" onError={() => setBroken(shown)} /> : null}
    </span>
  );
}
