/** The part of the extension API that this extension uses. */
declare namespace chrome {
  interface Tab {
    readonly id?: number;
    readonly url?: string;
  }
  interface Listeners<F> {
    addListener(listener: F): void;
    removeListener(listener: F): void;
  }
  const action: {
    readonly onClicked: Listeners<(tab: Tab) => void>;
    setBadgeText(details: { text: string; tabId: number }): Promise<void>;
    setTitle(details: { title: string; tabId: number }): Promise<void>;
  };
  const i18n: { getMessage(name: string, substitutions?: readonly string[]): string };
  const runtime: {
    readonly onMessage: Listeners<
      (message: unknown, sender: { readonly tab?: Tab; readonly origin?: string }) => void
    >;
    sendMessage(message: unknown): Promise<unknown>;
  };
  const tabs: {
    readonly onUpdated: Listeners<(tabId: number, change: { readonly status?: string }) => void>;
    create(details: { url: string }): Promise<Tab>;
    update(tabId: number, details: { active: boolean }): Promise<unknown>;
    remove(tabId: number): Promise<void>;
  };
  const scripting: {
    executeScript<A extends readonly unknown[], R>(details: {
      target: { tabId: number };
      files?: readonly string[];
      func?: (...args: A) => R;
      args?: A;
    }): Promise<readonly { readonly result?: R }[]>;
  };
}
