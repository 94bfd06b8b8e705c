import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the brand form, English. */
export const en: Dictionary<typeof pt> = {
  provider: {
    title: "Product brand",
    help: "Name, logo and color that companies see: sign-in, sign-up, top bar, browser tab, e-mails and installed app.",
  },
  company: {
    title: "Company brand",
    help: "Name, logo and color that people in this company see after signing in: top bar, buttons, browser tab and installed app. Anything left blank is the provider's.",
  },
  brand: {
    name: "Name shown",
    nameHelp: "If left blank, {{name}} is used.",
    own: "Use a color of your own",
    color: "Main color",
    other: "Another color",
    light: "Light theme",
    dark: "Dark theme",
    sample: "Button",
    text: "Highlighted text",
    ratio: "Contrast {{ratio}}:1",
    ratioOwn: "White on the chosen color has a contrast of {{ratio}}:1.",
    moved: "We adjusted the shade to {{ratio}}:1 so that everyone can read it (minimum 4.5:1).",
    kept: "The color is used as it is.",
    logo: "Logo",
    logoHelp:
      "PNG, WebP or JPEG, up to 2 MB; a square one looks larger. It is also the icon of the tab and of the app.",
    attach: "Upload logo",
    replace: "Replace logo",
    remove: "Remove logo",
    tooLarge: "The file is larger than 2 MB.",
    save: "Save brand",
    saved: "Brand saved. People who have the page open see it already.",
    failed: "The brand could not be loaded",
    nameShort: "Use 2 to 40 letters.",
  },
};
