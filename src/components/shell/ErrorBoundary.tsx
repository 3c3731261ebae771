import { Component, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { StateBox } from '../StateBox.tsx';

interface Props {
  /** The path that is shown. At another path the screen is tried again. */
  place: string;
  children: ReactNode;
}

interface State {
  hasFailed: boolean;
}

function Failed() {
  const text = navigator.onLine
    ? 'This page could not be shown. Check your connection and load it again.'
    : 'You are offline, and this page is not on your device yet.';
  return (
    <div className="mx-auto max-w-2xl px-4 pt-8">
      <StateBox text={text}>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </StateBox>
    </div>
  );
}

/** Catches a screen that breaks or whose script cannot be fetched, and offers to load it again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.hasFailed && before.place !== this.props.place) {
      // Only now, when another place is shown, the broken screen is gone.
      // oxlint-disable-next-line react/no-did-update-set-state
      this.setState({ hasFailed: false });
    }
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}
