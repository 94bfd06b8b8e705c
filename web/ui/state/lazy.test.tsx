import { expect, spyOn, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import { Component, type ReactNode } from "react";
import { lazy } from "./lazy.tsx";

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

class Boundary extends Component<{ readonly children: ReactNode }> {
  override state = { words: "" };
  static getDerivedStateFromError(error: Error) {
    return { words: error.message };
  }
  override render() {
    return this.state.words || this.props.children;
  }
}

test("a failed load of a lazy component reaches the error boundary, and the next render loads it again", async () => {
  let isUp = false;
  const Part = lazy(async () => {
    if (!isUp) throw new Error("sem rede");
    return Hello;
  });
  const log = spyOn(console, "error").mockImplementation(() => undefined);
  const first = render(
    <Boundary>
      <Part name="Ana" />
    </Boundary>,
  );
  await screen.findByText("sem rede");
  log.mockRestore();
  first.unmount();
  isUp = true;
  render(<Part name="Ana" />);
  await screen.findByText("Olá, Ana");
});

test("an extra lazy component that fails to load has no effect on the page", async () => {
  let tries = 0;
  const Part = lazy(
    async () => {
      tries += 1;
      throw new Error("sem rede");
    },
    () => <p>ainda não</p>,
    { isExtra: true },
  );
  const drawn = render(
    <Boundary>
      <Part />
    </Boundary>,
  );
  await waitFor(() => expect(tries).toBe(1));
  await Promise.resolve();
  expect(drawn.container.textContent).toBe("ainda não");
  drawn.unmount();
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
