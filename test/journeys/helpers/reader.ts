import type { CDPSession, Page } from "playwright-core";

/** One node of the accessibility tree. */
export interface Heard {
  readonly role: string;
  readonly name: string;
  /** Of a heading, from 1. */
  readonly level: number | null;
  /** Whether a screen reader announces changes: `polite`, `assertive`; null: not at all. */
  readonly live: string | null;
}

/** Roles of controls. */
const CONTROLS = new Set(
  "button checkbox combobox link menuitem option radio searchbox slider spinbutton switch tab textbox".split(
    " ",
  ),
);

/** The page's accessibility tree, as Chromium passes it to a screen reader. */
export class Reader {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Reader> {
    return new Reader(await page.context().newCDPSession(page));
  }

  /** All nodes of the tree. */
  async all(): Promise<readonly Heard[]> {
    const { nodes } = await this.#devtools.send("Accessibility.getFullAXTree");
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => {
        const value = (wanted: string) =>
          properties.find((each) => each.name === wanted)?.value.value ?? null;
        return { role: role?.value, name: name?.value ?? "", level: value("level"), live: value("live") };
      });
  }

  async names(role: string): Promise<readonly string[]> {
    return (await this.all()).filter((each) => each.role === role).map(({ name }) => name);
  }

  /** Roles of controls without a distinguishing name. */
  async nameless(): Promise<readonly string[]> {
    return (await this.all())
      .filter(({ role, name }) => CONTROLS.has(role) && !name.trim())
      .map(({ role }) => role);
  }

  /** Accessible name of the focused element. */
  async focused(): Promise<string> {
    const { nodes } = await this.#devtools.send("Accessibility.getFullAXTree");
    const at = nodes.findLast(
      ({ role, properties = [] }) =>
        role?.value !== "RootWebArea" &&
        properties.some(({ name, value }) => name === "focused" && value.value === true),
    );
    return at?.name?.value ?? "";
  }
}
