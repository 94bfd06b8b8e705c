/** Icons created from a logo; all are square. */
export const ICONS = {
  /** Icon of the browser tab, without and with the dot for unread messages. */
  tab: { edge: 64, share: 1, ground: null, isMarked: false },
  unread: { edge: 64, share: 1, ground: null, isMarked: true },
  /** Icons of the installed app and of notifications. */
  app: { edge: 192, share: 1, ground: null, isMarked: false },
  large: { edge: 512, share: 1, ground: null, isMarked: false },
  /** The device crops it: the important part is within the central 80 percent (W3C, maskable icons). */
  maskable: { edge: 512, share: 0.6, ground: "#ffffff", isMarked: false },
  /** Icon on an iPhone's home screen, which shows transparent pixels black. */
  touch: { edge: 180, share: 0.8, ground: "#ffffff", isMarked: false },
} as const;
export type IconName = keyof typeof ICONS;

/** URL of an icon, derived from the URL of its logo. */
export const iconUrl = (logoUrl: string, icon: IconName): string => logoUrl.replace("/logo-", `/${icon}-`);
