import type { EmojiData } from "frimousse";

/** Newest emojis that the phones in use can show. */
const NEWEST_VERSION = 15.1;
/** Group of the skin-tone patches, which are no emojis by themselves. */
const COMPONENTS = 2;

interface Source {
  readonly emoji: string;
  readonly label: string;
  readonly version: number;
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly emoji: string; readonly tone?: number | readonly number[] }[];
}
interface Words {
  readonly groups: readonly { readonly order: number; readonly message: string }[];
  readonly skinTones: readonly { readonly key: string; readonly message: string }[];
}

const LOADERS = {
  pt: () => Promise.all([import("emojibase-data/pt/data.json"), import("emojibase-data/pt/messages.json")]),
  en: () => Promise.all([import("emojibase-data/en/data.json"), import("emojibase-data/en/messages.json")]),
  es: () => Promise.all([import("emojibase-data/es/data.json"), import("emojibase-data/es/messages.json")]),
};
const TONES = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;

/** Emojis of a language from our own assets, in the shape the picker wants. */
export async function emojiData(locale: string): Promise<EmojiData> {
  const load = LOADERS[locale as keyof typeof LOADERS] ?? LOADERS.pt;
  const [data, words] = await load();
  return shape(locale, data.default as readonly Source[], words.default as unknown as Words);
}

function shape(locale: string, data: readonly Source[], words: Words): EmojiData {
  const shown = data
    .filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST_VERSION)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return {
    locale: locale as EmojiData["locale"],
    emojis: shown.map((source) => ({
      emoji: source.emoji,
      category: source.group ?? 0,
      label: source.label,
      version: source.version,
      tags: [...(source.tags ?? [])],
      skins: skinsOf(source),
    })),
    categories: words.groups
      .filter(({ order }) => order !== COMPONENTS)
      .map(({ order, message }) => ({ index: order, label: capital(message) })),
    skinTones: Object.fromEntries(
      words.skinTones.map(({ key, message }) => [key, message]),
    ) as EmojiData["skinTones"],
  };
}

function skinsOf({ skins }: Source): EmojiData["emojis"][number]["skins"] {
  if (!skins) return undefined;
  const single = skins.filter(({ tone }) => typeof tone === "number");
  if (single.length < TONES.length) return undefined;
  const byTone = TONES.map((name, at) => [name, single.find(({ tone }) => tone === at + 1)?.emoji ?? ""]);
  return Object.fromEntries(byTone) as EmojiData["emojis"][number]["skins"];
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}
