import { afterEach, beforeEach, describe, expect, jest, type Mock, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { isLayerOpening } from "#web/lib/keyboard/opening-layer.ts";
import { setServerAway } from "#web/lib/page/server-away.ts";
import { lazy, lazyLayer } from "./lazy.tsx";

await startPortuguese();

const Hello = ({ name }: { readonly name: string }) => <p>Olá, {name}</p>;

test("a lazy component is loaded when it is rendered, and shows a placeholder until then", async () => {
  const code = Promise.withResolvers<typeof Hello>();
  const Part = lazy(
    () => code.promise,
    () => <i>espere</i>,
  );
  render(<Part name="Ana" />);
  expect(screen.getByText("espere")).toBeDefined();
  code.resolve(Hello);
  await screen.findByText("Olá, Ana");
  expect(screen.queryByText("espere")).toBeNull();
});

test("a loaded lazy component is rendered at once and is not loaded again", async () => {
  let fetches = 0;
  const Part = lazy(async () => {
    fetches += 1;
    return Hello;
  });
  Part.preload();
  await Promise.resolve();
  await Promise.resolve();
  render(<Part name="Ana" />);
  screen.getByText("Olá, Ana");
  render(<Part name="Bruno" />);
  screen.getByText("Olá, Bruno");
  expect(fetches).toBe(1);
});

/** A page with a lazy style sheet; returns the sheets it requests. The DOM of the tests loads none. */
function withLaterStyles(): HTMLLinkElement[] {
  const asked: HTMLLinkElement[] = [];
  document.head.innerHTML = '<meta name="lazy-css" content="/assets/style-2.css">';
  spyOn(document.head, "append").mockImplementation((sheet) => void asked.push(sheet as HTMLLinkElement));
  return asked;
}

test("a lazy component is rendered once its CSS applies; a sheet that failed to load is requested again", async () => {
  const asked = withLaterStyles();
  const Part = lazy(async () => Hello);
  Part.preload();
  expect(asked.map((sheet) => [sheet.rel, sheet.getAttribute("href")])).toEqual([
    ["stylesheet", "/assets/style-2.css"],
  ]);
  asked[0]?.dispatchEvent(new Event("error"));
  await new Promise((resolve) => setTimeout(resolve));

  render(<Part name="Caio" />);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.queryByText("Olá, Caio")).toBeNull();
  asked[1]?.dispatchEvent(new Event("load"));
  await screen.findByText("Olá, Caio");
});

test("a component of the first page does not wait for the lazy CSS", async () => {
  const asked = withLaterStyles();
  const Part = lazy(async () => Hello, undefined, { isFirst: true });
  render(<Part name="Davi" />);
  await screen.findByText("Olá, Davi");
  expect(asked).toEqual([]);
});

describe("code that fails to load", () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    jest.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void jest.advanceTimersByTime(ms));
  /** Passes the first waits, after which the message of the failure is shown. */
  const untilTold = async () => {
    for (const ms of [0, 300, 700, 1_500]) await pass(ms);
  };
  const FAILED = "Não foi possível carregar.";

  /** A component whose code can be loaded only while `server.isUp`; counts the requests. */
  function behindServer(make: typeof lazy<{ readonly name: string; readonly onClose?: () => void }> = lazy) {
    const server = { isUp: false, requests: 0 };
    const Part = make(async () => {
      server.requests += 1;
      if (!server.isUp) throw new TypeError("Failed to fetch dynamically imported module");
      return Hello;
    });
    return { server, Part };
  }

  test("a short interruption is not shown, and the part appears by itself", async () => {
    const { server, Part } = behindServer();
    render(<Part name="Ana" />);
    await pass(0);
    await pass(300);
    expect(screen.queryByRole("alert")).toBeNull();
    server.isUp = true;
    await pass(700);
    screen.getByText("Olá, Ana");
    expect(server.requests).toBe(3);
  });

  test("a longer interruption is shown in the place of the part alone, which appears when the server is back", async () => {
    const { server, Part } = behindServer();
    render(
      <main>
        <p>A conversa</p>
        <Part name="Ana" />
      </main>,
    );
    await untilTold();
    expect(screen.getByRole("alert").textContent).toContain(FAILED);
    screen.getByText("A conversa");
    server.isUp = true;
    await pass(5_000);
    screen.getByText("Olá, Ana");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a dialog whose code arrives late opens only when the user presses again", async () => {
    const { server, Part } = behindServer(lazyLayer);
    render(<Part name="Ana" />);
    expect(isLayerOpening()).toBe(true);
    await untilTold();
    expect(isLayerOpening()).toBe(false);
    server.isUp = true;
    await pass(60_000);
    expect(screen.queryByText("Olá, Ana")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
    expect(isLayerOpening()).toBe(true);
    await pass(0);
    screen.getByText("Olá, Ana");
  });

  test("a dialog whose code arrives after the keyboard was given back opens only when the user presses again", async () => {
    const code = Promise.withResolvers<typeof Hello>();
    const Part = lazyLayer(() => code.promise);
    render(<Part name="Ana" />);
    await pass(5_000);
    expect(screen.getByRole("alert").textContent).toContain(FAILED);
    expect(isLayerOpening()).toBe(false);
    code.resolve(Hello);
    await pass(0);
    expect(screen.queryByText("Olá, Ana")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
    await pass(0);
    screen.getByText("Olá, Ana");
  });

  test("a dialog whose code cannot be loaded can be closed", async () => {
    const { Part } = behindServer(lazyLayer);
    let closed = 0;
    render(
      <Part
        name="Ana"
        onClose={() => {
          closed += 1;
        }}
      />,
    );
    await untilTold();
    fireEvent.click(screen.getByRole("button", { name: "Fechar" }));
    expect(closed).toBe(1);
  });

  test("an extra lazy component has no effect on the page, and appears when the server is back", async () => {
    const { server, Part } = behindServer((load) => lazy(load, () => <p>ainda não</p>, { isExtra: true }));
    const drawn = render(<Part name="Ana" />);
    await untilTold();
    expect(drawn.container.textContent).toBe("ainda não");
    server.isUp = true;
    await pass(5_000);
    expect(drawn.container.textContent).toBe("Olá, Ana");
  });

  test("a component that is removed requests nothing any more", async () => {
    const { server, Part } = behindServer();
    render(<Part name="Ana" />).unmount();
    await pass(60_000);
    expect(server.requests).toBe(1);
  });

  test("code with an error of its own is reported to the console", async () => {
    const log = spyOn(console, "error").mockImplementation(() => undefined);
    const Part = lazy(async (): Promise<typeof Hello> => {
      throw new ReferenceError("x is not defined");
    });
    render(<Part name="Ana" />);
    await untilTold();
    expect(log.mock.calls.map(([first]) => first)).toEqual(["A component of the page failed to render"]);
    log.mockRestore();
  });

  describe("while the socket has no connection", () => {
    let script: HTMLScriptElement;
    let probe: Mock<typeof fetch>;
    beforeEach(() => {
      script = document.createElement("script");
      // The DOM of the tests would load it.
      script.type = "text/plain";
      script.setAttribute("src", "/assets/index-1a2b3c.js");
      document.body.append(script);
      setServerAway(true);
      probe = spyOn(globalThis, "fetch");
    });
    afterEach(() => {
      setServerAway(false);
      script.remove();
      probe.mockRestore();
    });

    test("code is requested only when the server answers, because a browser may keep its failure", async () => {
      const { server, Part } = behindServer();
      server.isUp = true;
      probe.mockRejectedValueOnce(new TypeError("Failed to fetch"));
      probe.mockResolvedValueOnce(new Response(null, { status: 503 }));
      probe.mockResolvedValue(new Response(null, { status: 200 }));
      render(<Part name="Ana" />);
      await pass(0);
      await pass(300);
      expect(server.requests).toBe(0);
      await pass(700);
      screen.getByText("Olá, Ana");
      expect(server.requests).toBe(1);
    });
  });
});
