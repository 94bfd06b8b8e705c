/** Icons made from a logo; what needs a square gets one. */
export const ICONS = {
  /** Of the tab, without and with the mark of something unread. */
  tab: { edge: 64, share: 1, ground: null, isMarked: false },
  unread: { edge: 64, share: 1, ground: null, isMarked: true },
  /** Of the installed app and of notifications. */
  app: { edge: 192, share: 1, ground: null, isMarked: false },
  large: { edge: 512, share: 1, ground: null, isMarked: false },
  /** The device crops it: the important part is within the central 80 percent (W3C, maskable icons). */
  maskable: { edge: 512, share: 0.6, ground: "#ffffff", isMarked: false },
  /** Of an iPhone's home screen, which fills what is transparent with black. */
  touch: { edge: 180, share: 0.8, ground: "#ffffff", isMarked: false },
} as const;
export type IconName = keyof typeof ICONS;

/** Address of an icon beside its logo's. */
export const iconUrl = (logoUrl: string, icon: IconName): string => logoUrl.replace("/logo-", `/${icon}-`);
