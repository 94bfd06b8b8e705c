import { Component, type ReactNode } from "react";
import { PageFailed } from "./page-failed.tsx";

interface Props {
  readonly children: ReactNode;
  /** A changed address renders the page again. */
  readonly place: string;
}
interface State {
  readonly failed: boolean;
  readonly place: string;
}

/** Error boundary of a page: after an error the shell remains usable. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { failed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { failed: false, place: props.place };
  }

  override render() {
    return this.state.failed ? (
      <PageFailed onRetry={() => this.setState({ failed: false })} />
    ) : (
      this.props.children
    );
  }
}
