import type { ComponentType } from "react";
import type { PlanFlag } from "#accounts/companies/contract.ts";
import type { Ability } from "#accounts/users/contract.ts";
import type pt from "#web/app/locales/pt.json";
import type { TextKey } from "#web/i18n/dictionary.ts";

/** A page as an item of the drawer, the palette and the shortcuts. Only existing pages are listed. */
export interface PageLink {
  readonly path: string;
  readonly label: TextKey<typeof pt>;
  readonly icon: ComponentType<{ readonly "aria-hidden"?: "true" }>;
  /** The second key of the page's shortcut, after `g`. */
  readonly letter: string;
  readonly ability?: Ability;
  /** The plan flag that the company needs. */
  readonly planFlag?: PlanFlag;
  /** True for pages of the provider's staff. */
  readonly superOnly?: true;
  /** A campaign page: in the submenu of campaigns, with a shorter name, and only with the flag `cshow`. */
  readonly campaigns?: TextKey<typeof pt>;
}
export interface PageSection {
  readonly id: "service" | "management" | "administration";
  readonly title: TextKey<typeof pt>;
  readonly pages: readonly PageLink[];
}
