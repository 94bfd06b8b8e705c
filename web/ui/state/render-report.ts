/** Positions in our own files, e.g. `chunk-1a2b.js:10:200`. */
const POSITION = /[\w.-]+\.[cm]?[jt]sx?(?:\?[\w=-]*)?:\d+:\d+/g;
const MOST_POSITIONS = 6;

interface Caught {
  readonly componentStack?: string | null | undefined;
  readonly errorBoundary?: { readonly props: unknown } | null | undefined;
}

/**
 * Reports an error of a component to the console without content: the name of the error, where it was thrown and which
 * component failed. The message is omitted because it often quotes the text that caused the error.
 */
export function reportRenderError(error: unknown, info: Caught): void {
  // biome-ignore lint/suspicious/noConsole: errors of the page are read in the console
  console.error("A component of the page failed to render", describeError(error, info));
}

export function describeError(error: unknown, info: Caught) {
  const props = info.errorBoundary?.props as { readonly part?: unknown } | undefined;
  return {
    part: typeof props?.part === "string" ? props.part : "page",
    error: error instanceof Error ? error.name : typeof error,
    at: error instanceof Error ? positions(error) : [],
    components: namesIn(info.componentStack ?? ""),
  };
}

function positions({ stack = "", message }: Error): readonly string[] {
  // V8 repeats the message at the start of the stack.
  const frames = message === "" ? stack : stack.replace(message, "");
  return (frames.match(POSITION) ?? []).slice(0, MOST_POSITIONS);
}

/** Component names, innermost first. */
function namesIn(componentStack: string): readonly string[] {
  return [...componentStack.matchAll(/^\s*(?:at )?([\w$]+)/gm)].map(([, name]) => name ?? "").slice(0, 4);
}
