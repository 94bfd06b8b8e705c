import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the brand form, English. */
export const en: Dictionary<typeof pt> = {
  provider: {
    title: "Product brand",
    help: "Name, logo and color under which companies see the product: sign-in, sign-up, top bar, browser tab, e-mails and installed app.",
  },
  company: {
    title: "Company brand",
    help: "Name, logo and color under which the people of this company see the system once signed in: top bar, buttons, browser tab and installed app. What is left empty is the provider's.",
  },
  brand: {
    name: "Name shown",
    nameHelp: "Left empty it is {{name}}.",
    own: "Use a color of your own",
    color: "Main color",
    other: "Another color",
    light: "Light theme",
    dark: "Dark theme",
    sample: "Button",
    text: "Highlighted text",
    ratio: "Contrast {{ratio}}:1",
    ratioOwn: "White on the chosen color has a contrast of {{ratio}}:1.",
    moved: "We moved the tone to {{ratio}}:1, so that everybody can read it (at least 4.5:1).",
    kept: "The color is used as it is.",
    logo: "Logo",
    logoHelp:
      "PNG, WebP or JPEG, up to 2 MB; a square one shows larger. It is the icon of the tab and of the app, too.",
    attach: "Upload logo",
    replace: "Replace logo",
    remove: "Remove logo",
    tooLarge: "The file is larger than 2 MB.",
    save: "Save brand",
    saved: "Brand saved. Whoever has the page open sees it already.",
    failed: "The brand could not be loaded",
    nameShort: "Use 2 to 40 letters.",
  },
};
